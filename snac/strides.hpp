#pragma once
#include "spec/problem.hpp"

namespace purlin {

/// Elements of the sub-tensor that the local axes from position `from` on form where outer and bound axes
/// stand at `index`: the pitch of the axis before it. Entries of inner axes may be changed on the way and are
/// restored.
std::int64_t inner_elements(const Problem& problem, const Layout& layout, std::size_t from, Index& index);

/// Elements between neighbours along a local axis, with the parents of ragged axes at `index`.
std::int64_t stride_of(const Problem& problem, const Layout& layout, AxisId axis, Index& index);

/// Whether some ragged axis of the problem depends on `axis`.
bool is_parent(const Problem& problem, AxisId axis);

}  // namespace purlin
