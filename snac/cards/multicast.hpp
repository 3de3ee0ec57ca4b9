#pragma once
#include <cstdint>

#include "spec/data_type.hpp"
#include "spec/reduce_op.hpp"

namespace purlin {

/// Bytes that an access by way of the switch takes at once.
inline constexpr std::int64_t kSwitchBytes = 16;

/// What the switch can do on which type.
constexpr bool reduces_in_switch(DataType type, ReduceOp op) {
  switch (type) {
    case DataType::f16:
    case DataType::bf16:
    case DataType::i32:
    case DataType::u32:
    case DataType::i64:
    case DataType::u64:
      return op == ReduceOp::sum || op == ReduceOp::min || op == ReduceOp::max;
    case DataType::f32:
    case DataType::f64:
      return op == ReduceOp::sum;
    case DataType::f8e4m3:
    case DataType::f8e5m2:
    case DataType::i8:
    case DataType::u8:
      return false;
  }
  return false;
}

}  // namespace purlin
