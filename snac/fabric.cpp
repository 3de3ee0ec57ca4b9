#include "snac/fabric.hpp"

#include <algorithm>
#include <functional>

#include "spec/read_machine.hpp"

namespace purlin {
namespace {

constexpr int kMostGpus = 1024;  // of a machine file

}  // namespace

Fabric::Fabric(Machine machine, int ranks, const std::vector<Gpu>& gpus)
    : machine_(std::move(machine)), topology_(machine_), placement_(placed_in_turn(machine_, ranks, gpus)) {}

std::vector<Rank> Fabric::way(Rank from, Rank to) const {
  std::vector<int> before(placement_.size(), -1);
  std::vector<Rank> layer = {from};
  before[index(from)] = from.value;
  while (!layer.empty() && before[index(to)] < 0) layer = next_layer(layer, to, before);
  std::vector<Rank> way;
  if (before[index(to)] < 0) return way;
  for (Rank rank = to; rank != from; rank.value = before[index(rank)]) way.push_back(rank);
  way.push_back(from);
  std::ranges::reverse(way);
  return way;
}

/// Ranks one step further; of those at equal distance the one with the widest last step to `to` wins.
std::vector<Rank> Fabric::next_layer(std::vector<Rank> layer, Rank to, std::vector<int>& before) const {
  const auto rate = [&](Rank rank) { return topology_.rate_GBps(gpu(rank), gpu(to)); };
  std::ranges::stable_sort(layer, std::greater(), rate);
  std::vector<Rank> next;
  for (Rank rank : layer)
    for (Rank other; other.value < ranks(); ++other.value) {
      if (before[index(other)] >= 0 || !reaches(rank, other)) continue;
      before[index(other)] = rank.value;
      next.push_back(other);
    }
  return next;
}

int Fabric::most_ranks_of_a_gpu() const {
  std::vector<int> ranks(static_cast<std::size_t>(machine_.gpus));
  for (Gpu gpu : placement_) ++ranks[static_cast<std::size_t>(gpu.value)];
  return std::ranges::max(ranks);
}

std::optional<Switch> Fabric::common_switch() const {
  if (most_ranks_of_a_gpu() > 1) return std::nullopt;
  const std::optional<int> node = topology_.switch_of(placement_.front());
  if (!node) return std::nullopt;
  Switch found{&machine_.hubs[static_cast<std::size_t>(*node - machine_.gpus)], {}};
  for (Gpu gpu : placement_) {
    const std::optional<Port> port = topology_.port(gpu, *node);
    if (!port) return std::nullopt;
    found.ports.push_back(*port);
  }
  return found;
}

Machine flat_machine(int ranks) {
  static const Machine flat = [] {
    Diagnostics diagnostics;
    const auto read = read_machine("flat", diagnostics);
    PURLIN_ASSERT(read);
    return *read;
  }();
  return with_gpus(flat, std::min(ranks, kMostGpus));
}

}  // namespace purlin
