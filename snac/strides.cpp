#include "snac/strides.hpp"

#include <algorithm>

#include "spec/assert.hpp"

namespace purlin {
namespace {

bool depends_on(const Axis& axis, AxisId parent) {
  return axis.ragged && std::ranges::count(axis.ragged->parents, parent) > 0;
}

bool has_child_after(const Problem& problem, const Layout& layout, std::size_t position) {
  const AxisId parent = layout.local[position];
  return std::any_of(layout.local.begin() + static_cast<std::ptrdiff_t>(position) + 1, layout.local.end(),
                     [&](AxisId a) { return depends_on(problem.axes[static_cast<std::size_t>(a)], parent); });
}

}  // namespace

std::int64_t inner_elements(const Problem& problem, const Layout& layout, std::size_t from, Index& index) {
  if (from == layout.local.size()) return 1;
  const AxisId axis = layout.local[from];
  const std::int64_t extent = extent_at(problem, axis, index);
  if (!has_child_after(problem, layout, from))
    return extent * inner_elements(problem, layout, from + 1, index);
  std::int64_t& at = index[static_cast<std::size_t>(axis)];
  const std::int64_t kept = at;
  std::int64_t sum = 0;
  for (at = 0; at < extent; ++at) sum += inner_elements(problem, layout, from + 1, index);
  at = kept;
  return sum;
}

std::int64_t stride_of(const Problem& problem, const Layout& layout, AxisId axis, Index& index) {
  const auto position = std::ranges::find(layout.local, axis);
  PURLIN_ASSERT(position != layout.local.end());
  return inner_elements(problem, layout, static_cast<std::size_t>(position - layout.local.begin()) + 1,
                        index);
}

bool is_parent(const Problem& problem, AxisId axis) {
  return std::ranges::any_of(problem.axes, [&](const Axis& a) { return depends_on(a, axis); });
}

}  // namespace purlin
