#include "spec/packing.hpp"

#include <algorithm>
#include <set>

namespace purlin {
namespace {

const Axis& axis_of(const Problem& problem, AxisId axis) {
  return problem.axes[static_cast<std::size_t>(axis)];
}
std::int64_t& entry(Index& index, AxisId axis) { return index[static_cast<std::size_t>(axis)]; }

bool is_parent_of(AxisId parent, const Axis& axis) {
  return axis.ragged && std::ranges::find(axis.ragged->parents, parent) != axis.ragged->parents.end();
}

bool is_parent_of_any(const Problem& problem, AxisId parent, std::span<const AxisId> axes) {
  return std::ranges::any_of(axes, [&](AxisId a) { return is_parent_of(parent, axis_of(problem, a)); });
}

// Elements of the sub-slices in which axes[0] stands at 0 .. count - 1.
std::int64_t elements_before(const Problem& problem, std::span<const AxisId> axes, std::int64_t count,
                             Index& index) {
  const AxisId axis = axes.front();
  const auto inner = axes.subspan(1);
  if (count == 0) return 0;
  if (!is_parent_of_any(problem, axis, inner)) return count * packed_elements(problem, inner, index);
  const std::int64_t kept = entry(index, axis);
  std::int64_t sum = 0;
  for (entry(index, axis) = 0; entry(index, axis) < count; ++entry(index, axis))
    sum += packed_elements(problem, inner, index);
  entry(index, axis) = kept;
  return sum;
}

}  // namespace

std::int64_t extent_at(const Problem& problem, AxisId axis, const Index& index) {
  const Axis& described = axis_of(problem, axis);
  if (!described.ragged) return described.size;
  std::int64_t row = 0;
  for (AxisId parent : described.ragged->parents)
    row = row * axis_of(problem, parent).size + index[static_cast<std::size_t>(parent)];
  return described.ragged->sizes[static_cast<std::size_t>(row)];
}

std::vector<AxisId> ragged_parents(const Problem& problem) {
  std::set<AxisId> parents;
  for (const Axis& axis : problem.axes)
    if (axis.ragged) parents.insert(axis.ragged->parents.begin(), axis.ragged->parents.end());
  return {parents.begin(), parents.end()};
}

std::int64_t packed_elements(const Problem& problem, std::span<const AxisId> axes, Index& index) {
  if (axes.empty()) return 1;
  return elements_before(problem, axes, extent_at(problem, axes.front(), index), index);
}

std::int64_t packed_offset(const Problem& problem, std::span<const AxisId> axes, const Index& index) {
  Index at = index;
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < axes.size(); ++i)
    offset += elements_before(problem, axes.subspan(i), index[static_cast<std::size_t>(axes[i])], at);
  return offset;
}

}  // namespace purlin
