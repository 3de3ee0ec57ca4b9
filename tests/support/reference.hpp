#pragma once
#include <cstdint>
#include <span>

#include "spec/data_type.hpp"
#include "spec/reduce_op.hpp"
#include "tests/support/oracle.hpp"

namespace purlin::testing {

/// What an element may be: exactly `low`, or a number from `low` to `high` (any NaN stands for all).
struct Allowed {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool bit_exact = false;
};

/// What reducing `contributions` (at least one, but for sum and prod) may give.
Allowed reduced(DataType type, ReduceOp op, std::span<const std::uint64_t> contributions, Rounding rounding);

/// Whether `bits` is one of the answers.
bool is_allowed(DataType type, const Allowed& allowed, std::uint64_t bits);

}  // namespace purlin::testing
