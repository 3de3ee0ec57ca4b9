#include "snac/source_choice.hpp"

#include <algorithm>
#include <tuple>

namespace purlin {
namespace {

bool is_replicated_along(const Layout& layout, int mesh_axis) {
  const auto is_pinned = [&](const Layout::Pin& pin) { return pin.mesh_axis == mesh_axis; };
  return layout.binding_on(mesh_axis) == nullptr && std::ranges::none_of(layout.pins, is_pinned);
}

}  // namespace

Rank holder_of(const Problem& problem, const Layout& layout, const Index& index) {
  Coordinates at(problem.mesh.axes.size());
  for (const Layout::Binding& b : layout.bindings) {
    const auto axis = static_cast<std::size_t>(b.mesh_axis);
    const std::int64_t extent = problem.mesh.axes[axis].extent;
    at[axis] = ((index[static_cast<std::size_t>(b.axis)] + b.shift) % extent + extent) % extent;
  }
  for (const Layout::Pin& pin : layout.pins) at[static_cast<std::size_t>(pin.mesh_axis)] = pin.coordinate;
  return problem.mesh.rank_at(at);
}

std::vector<Rank> replicas(const Problem& problem, const Layout& layout, Rank rank) {
  std::vector<Coordinates> all = {problem.mesh.coordinates_of(rank)};
  for (std::size_t axis = 0; axis < problem.mesh.axes.size(); ++axis) {
    if (!is_replicated_along(layout, static_cast<int>(axis))) continue;
    std::vector<Coordinates> wider;
    for (Coordinates at : all)
      for (at[axis] = 0; at[axis] < problem.mesh.axes[axis].extent; ++at[axis]) wider.push_back(at);
    all = std::move(wider);
  }
  std::vector<Rank> ranks;
  for (const Coordinates& at : all) ranks.push_back(problem.mesh.rank_at(at));
  std::ranges::sort(ranks);
  return ranks;
}

Rank SourceChoice::choose(Rank reader, std::span<const Rank> holders, std::int64_t bytes) {
  if (std::ranges::find(holders, reader) != holders.end()) return reader;
  const int ranks = static_cast<int>(booked_.size());
  const auto price = [&](Rank holder) {
    const int distance = (holder.value - reader.value + ranks) % ranks;
    return std::tuple(booked_[static_cast<std::size_t>(holder.value)], distance);
  };
  const Rank best = *std::ranges::min_element(holders, {}, price);
  booked_[static_cast<std::size_t>(best.value)] += bytes;
  return best;
}

}  // namespace purlin
