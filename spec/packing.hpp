#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "spec/problem.hpp"

namespace purlin {

/// Elements of `axes` nested in this order, packed, where all other axes stand at `index`. Parents come
/// before their ragged children. `index` is scratch for the axes named and comes back as it was.
std::int64_t packed_elements(const Problem& problem, std::span<const AxisId> axes, Index& index);

/// The parents of all ragged axes, each once, ascending.
std::vector<AxisId> ragged_parents(const Problem& problem);

/// The most that one rank holds under `layout`.
Elements largest_held(const Problem& problem, const Layout& layout);

/// Position of `index` in that packing: whole sub-slices before it, outermost first.
std::int64_t packed_offset(const Problem& problem, std::span<const AxisId> axes, const Index& index);

}  // namespace purlin
