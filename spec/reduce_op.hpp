#pragma once
#include <array>
#include <optional>
#include <string_view>

#include "spec/data_type.hpp"

namespace purlin {

/// How several holdings become one. `avg` divides the sum by the number of elements reduced.
enum class ReduceOp { copy, sum, prod, min, max, avg };

inline constexpr std::array kReduceOps = {ReduceOp::copy, ReduceOp::sum, ReduceOp::prod,
                                          ReduceOp::min,  ReduceOp::max, ReduceOp::avg};

std::string_view name_of(ReduceOp op);
std::optional<ReduceOp> reduce_op_named(std::string_view name);

/// Every op works on every type, but `avg`, which is for floats.
bool applies_to(ReduceOp op, DataType type);

/// Whether reducing zero elements has a value (sum: 0, prod: 1).
bool has_identity(ReduceOp op);

}  // namespace purlin
