#pragma once
#include <cstdint>
#include <span>

#include "spec/problem.hpp"

namespace purlin {

/// Elements of `axes` nested in this order, packed, where all other axes stand at `index`. Parents come
/// before their ragged children. `index` is scratch for the axes named and comes back as it was.
std::int64_t packed_elements(const Problem& problem, std::span<const AxisId> axes, Index& index);

/// Position of `index` in that packing: whole sub-slices before it, outermost first.
std::int64_t packed_offset(const Problem& problem, std::span<const AxisId> axes, const Index& index);

}  // namespace purlin
