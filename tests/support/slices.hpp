#pragma once
#include <functional>

#include "spec/problem.hpp"

namespace purlin::testing {

/// Calls `visit(index)` for every element that `rank` holds under `layout`, in memory order. Nested loops
/// over the definition in docs/spec.md and nothing else. `index` has one entry per axis; axes the layout
/// lacks are 0.
void for_each_held(const Problem& problem, const Layout& layout, Rank rank,
                   const std::function<void(const Index&)>& visit);

/// Whether a pin keeps `rank` from holding anything.
bool is_pinned_away(const Problem& problem, const Layout& layout, Rank rank);

/// Calls `visit(index)` for every combination of `axes` (in that order), the others as in `index`.
void for_each_combination(const Problem& problem, const std::vector<AxisId>& axes, Index index,
                          const std::function<void(const Index&)>& visit);

}  // namespace purlin::testing
