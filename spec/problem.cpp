#include "spec/problem.hpp"

#include <algorithm>
#include <map>

#include "spec/packing.hpp"

namespace purlin {

Index slice_origin(const Problem& problem, const Layout& layout, const Coordinates& at) {
  Index index(problem.axes.size(), 0);
  for (const Layout::Binding& binding : layout.bindings)
    index[static_cast<std::size_t>(binding.axis)] = bound_index(binding, problem.mesh, at);
  return index;
}

Elements held_elements(const Problem& problem, const Layout& layout, Rank rank) {
  const Coordinates at = problem.mesh.coordinates_of(rank);
  if (!holds(layout, at)) return {0};
  Index index = slice_origin(problem, layout, at);
  return {packed_elements(problem, layout.local, index)};
}

Bytes held_bytes(const Problem& problem, const Layout& layout, Rank rank) {
  return size_of(problem.dtype) * held_elements(problem, layout, rank).value;
}

Elements offset_of(const Problem& problem, const Layout& layout, const Index& index) {
  return {packed_offset(problem, layout.local, index)};
}

std::vector<AxisId> reduced_axes(const Problem& problem) {
  std::vector<AxisId> reduced;
  for (AxisId axis = 0; axis < static_cast<AxisId>(problem.axes.size()); ++axis)
    if (problem.input.names(axis) && !problem.output.names(axis)) reduced.push_back(axis);
  return reduced;
}

std::int64_t reduced_count(const Problem& problem, const Index& index) {
  std::vector<AxisId> axes = reduced_axes(problem);
  std::ranges::stable_partition(axes,
                                [&](AxisId a) { return !problem.axes[static_cast<std::size_t>(a)].ragged; });
  Index at = index;
  return packed_elements(problem, axes, at);
}

// Ranks whose slices start at the same parents of ragged axes hold equally much; few differ.
Elements largest_held(const Problem& problem, const Layout& layout) {
  const std::vector<AxisId> parents = ragged_parents(problem);
  std::map<std::vector<std::int64_t>, std::int64_t> held;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    const Coordinates at = problem.mesh.coordinates_of(rank);
    if (!holds(layout, at)) continue;
    Index origin = slice_origin(problem, layout, at);
    std::vector<std::int64_t> key;
    for (AxisId parent : parents) key.push_back(origin[static_cast<std::size_t>(parent)]);
    const auto [entry, added] = held.try_emplace(std::move(key));
    if (added) entry->second = packed_elements(problem, layout.local, origin);
  }
  std::int64_t largest = 0;
  for (const auto& [key, elements] : held) largest = std::max(largest, elements);
  return {largest};
}

Bytes size_of(const Problem& problem) {
  const Elements largest =
      std::max(largest_held(problem, problem.input), largest_held(problem, problem.output));
  return size_of(problem.dtype) * largest.value;
}

}  // namespace purlin
