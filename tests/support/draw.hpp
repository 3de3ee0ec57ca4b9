#pragma once
#include <cstdint>

#include "spec/data_type.hpp"
#include "spec/reduce_op.hpp"
#include "tests/support/oracle.hpp"

namespace purlin::testing {

/// An element's bits for a test of `op`, drawn from `noise` (64 even random bits).
std::uint64_t draw_element(DataType type, ReduceOp op, Data data, std::uint64_t noise);

/// The splitmix64 step: even random bits out of any number.
std::uint64_t mixed(std::uint64_t x);

}  // namespace purlin::testing
