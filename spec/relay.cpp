#include <algorithm>
#include <limits>

#include "spec/topology.hpp"

namespace purlin {
namespace {

/// How far the search has come to a GPU.
struct Found {
  int before = -1;
  int steps = -1;
  double rate_GBps = 0;
};

std::vector<Gpu> walked_back(const std::vector<Found>& found, int to) {
  std::vector<Gpu> way;
  if (found[static_cast<std::size_t>(to)].steps < 0) return way;
  for (int gpu = to; gpu >= 0; gpu = found[static_cast<std::size_t>(gpu)].before) way.push_back({gpu});
  std::ranges::reverse(way);
  return way;
}

/// Widens or finds `next` by a step from `gpu`; whether it was new.
bool step_to(std::vector<Found>& found, const Topology& topology, Gpu gpu, Gpu next) {
  const Found& here = found[static_cast<std::size_t>(gpu.value)];
  Found& there = found[static_cast<std::size_t>(next.value)];
  const double rate = std::min(here.rate_GBps, topology.rate_GBps(gpu, next));
  const bool fresh = there.steps < 0;
  if (fresh || (there.steps == here.steps + 1 && rate > there.rate_GBps))
    there = {gpu.value, here.steps + 1, rate};
  return fresh;
}

}  // namespace

std::vector<Gpu> Topology::relay(Gpu from, Gpu to) const {
  std::vector<Found> found(static_cast<std::size_t>(gpus_));
  found[static_cast<std::size_t>(from.value)] = {-1, 0, std::numeric_limits<double>::infinity()};
  std::vector<Gpu> layer = {from};
  while (!layer.empty() && found[static_cast<std::size_t>(to.value)].steps < 0) {
    std::vector<Gpu> next_layer;
    for (Gpu gpu : layer)
      for (Gpu next : neighbours(gpu))
        if (step_to(found, *this, gpu, next)) next_layer.push_back(next);
    layer = std::move(next_layer);
  }
  return walked_back(found, to.value);
}

}  // namespace purlin
