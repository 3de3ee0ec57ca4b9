#include "snac/source_choice.hpp"

#include <algorithm>
#include <tuple>

#include "spec/assert.hpp"

namespace purlin {

SourceChoice::SourceChoice(const Problem& problem)
    : problem_(problem), booked_(static_cast<std::size_t>(problem.ranks())) {
  const auto is_taken = [&](int axis) {
    const auto on_axis = [axis](const auto& part) { return part.mesh_axis == axis; };
    return std::ranges::any_of(problem.input.bindings, on_axis) ||
           std::ranges::any_of(problem.input.pins, on_axis);
  };
  for (int axis = 0; axis < static_cast<int>(problem.mesh.axes.size()); ++axis)
    if (!is_taken(axis)) free_axes_.push_back(axis);
}

Rank SourceChoice::choose(Rank reader, const Index& index, std::int64_t bytes) {
  list_holders(index);
  if (std::ranges::find(holders_, reader) != holders_.end()) return reader;
  const auto price = [&](Rank holder) {
    const int distance = (holder.value - reader.value + problem_.ranks()) % problem_.ranks();
    return std::tuple(booked_[static_cast<std::size_t>(holder.value)], distance);
  };
  const Rank best = *std::ranges::min_element(holders_, {}, price);
  booked_[static_cast<std::size_t>(best.value)] += bytes;
  return best;
}

void SourceChoice::list_holders(const Index& index) {
  Coordinates at(problem_.mesh.axes.size());
  for (const Layout::Binding& b : problem_.input.bindings) {
    const std::int64_t extent = problem_.mesh.axes[static_cast<std::size_t>(b.mesh_axis)].extent;
    const std::int64_t shifted = (index[static_cast<std::size_t>(b.axis)] + b.shift) % extent;
    at[static_cast<std::size_t>(b.mesh_axis)] = (shifted + extent) % extent;
  }
  for (const Layout::Pin& pin : problem_.input.pins)
    at[static_cast<std::size_t>(pin.mesh_axis)] = pin.coordinate;

  holders_ = {problem_.mesh.rank_at(at)};
  for (int axis : free_axes_) {
    const std::int64_t extent = problem_.mesh.axes[static_cast<std::size_t>(axis)].extent;
    std::vector<Rank> wider;
    for (Rank holder : holders_) {
      Coordinates c = problem_.mesh.coordinates_of(holder);
      for (c[static_cast<std::size_t>(axis)] = 0; c[static_cast<std::size_t>(axis)] < extent;
           ++c[static_cast<std::size_t>(axis)])
        wider.push_back(problem_.mesh.rank_at(c));
    }
    holders_ = std::move(wider);
  }
}

}  // namespace purlin
