#include "snac/delivery.hpp"

#include <algorithm>
#include <numeric>

#include "snac/source_choice.hpp"
#include "snac/transfers.hpp"

namespace purlin {
namespace {

/// The layout on the first of every set of replicas alone.
Layout pinned(const Problem& problem, Layout layout) {
  const Layout given = layout;
  for (int axis = 0; axis < static_cast<int>(problem.mesh.axes.size()); ++axis) {
    const auto on_axis = [axis](const Layout::Pin& pin) { return pin.mesh_axis == axis; };
    if (given.binding_on(axis) == nullptr && std::ranges::none_of(given.pins, on_axis))
      layout.pins.push_back({axis, 0});
  }
  return layout;
}

}  // namespace

bool Delivery::is_wanted_by(Rank rank) const { return std::ranges::binary_search(to, rank); }

std::int64_t Delivery::reduced() const {
  const auto folded = [](std::int64_t sum, const Source& s) {
    return sum + (s.block.fold ? s.block.fold->count : 1);
  };
  return std::accumulate(sources.begin(), sources.end(), std::int64_t{0}, folded);
}

std::vector<Delivery> deliveries_of(const Problem& problem) {
  Problem once = problem;
  once.input = pinned(problem, problem.input);
  once.output = pinned(problem, problem.output);
  std::vector<Delivery> deliveries;
  for (const Transfer& transfer : transfers_of(once)) {
    Delivery delivery{transfer.destination, replicas(problem, problem.output, transfer.to), {}};
    for (const Transfer::Source& source : transfer.sources)
      delivery.sources.push_back({replicas(problem, problem.input, source.rank), source.block});
    deliveries.push_back(std::move(delivery));
  }
  return deliveries;
}

}  // namespace purlin
