#include "tests/support/slices.hpp"

#include <span>

namespace purlin::testing {
namespace {

using Visit = std::function<void(const Index&)>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::int64_t extent(const Problem& problem, AxisId id, const Index& index) {
  const Axis& axis = problem.axes[at(id)];
  if (!axis.ragged) return axis.size;
  std::int64_t row = 0;
  for (AxisId parent : axis.ragged->parents) row = row * problem.axes[at(parent)].size + index[at(parent)];
  return axis.ragged->sizes[at(static_cast<int>(row))];
}

void loop(const Problem& problem, std::span<const AxisId> axes, Index& index, const Visit& visit) {
  if (axes.empty()) return visit(index);
  const std::int64_t size = extent(problem, axes.front(), index);
  for (std::int64_t i = 0; i < size; ++i) {
    index[at(axes.front())] = i;
    loop(problem, axes.subspan(1), index, visit);
  }
  index[at(axes.front())] = 0;
}

std::vector<std::int64_t> coordinate_of(const Mesh& mesh, Rank rank) {
  std::vector<std::int64_t> coordinate(mesh.axes.size());
  for (int id = 0; id < rank.value; ++id)  // counts up like a clock: the last axis runs fastest
    for (std::size_t axis = mesh.axes.size(); axis-- > 0;) {
      if (++coordinate[axis] < mesh.axes[axis].extent) break;
      coordinate[axis] = 0;
    }
  return coordinate;
}

/// The index whose holder stands at `coordinate`: found by asking every index where its holder is.
std::int64_t index_held(const Layout::Binding& binding, std::int64_t extent, std::int64_t coordinate) {
  for (std::int64_t i = 0; i < extent; ++i) {
    const std::int64_t holder = ((i + binding.shift) % extent + extent) % extent;
    if (holder == coordinate) return i;
  }
  return -1;
}

}  // namespace

bool is_pinned_away(const Problem& problem, const Layout& layout, Rank rank) {
  const auto coordinate = coordinate_of(problem.mesh, rank);
  for (const Layout::Pin& pin : layout.pins)
    if (coordinate[at(pin.mesh_axis)] != pin.coordinate) return true;
  return false;
}

void for_each_held(const Problem& problem, const Layout& layout, Rank rank, const Visit& visit) {
  const auto coordinate = coordinate_of(problem.mesh, rank);
  if (is_pinned_away(problem, layout, rank)) return;
  Index index(problem.axes.size());
  for (const Layout::Binding& binding : layout.bindings)
    index[at(binding.axis)] = index_held(binding, problem.mesh.axes[at(binding.mesh_axis)].extent,
                                         coordinate[at(binding.mesh_axis)]);
  loop(problem, layout.local, index, visit);
}

void for_each_combination(const Problem& problem, const std::vector<AxisId>& axes, Index index,
                          const Visit& visit) {
  loop(problem, axes, index, visit);
}

}  // namespace purlin::testing
