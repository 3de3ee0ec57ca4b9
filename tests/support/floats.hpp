#pragma once
#include <cstdint>

#include "spec/data_type.hpp"

namespace purlin::testing {

/// Floats by their definition, for comparison with the product's own conversions. Bits stand in the low end.
long double decoded(DataType type, std::uint64_t bits);

/// To nearest, ties to even; beyond the largest: infinity, or NaN where the type has none.
std::uint64_t encoded(DataType type, long double value);

/// Half the distance from 1 to the next value.
long double unit_roundoff(DataType type);

/// The distance between values next to 0.
long double smallest_step(DataType type);

}  // namespace purlin::testing
