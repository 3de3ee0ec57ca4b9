#pragma once
#include <string>
#include <string_view>

#include "spec/data_type.hpp"

namespace purlin::cli {

/// nccl-tests' name of a type: `float`, `bfloat16`.
std::string_view nccl_name(DataType type);

/// Ours for theirs (`float` -> `f32`); anything else comes back as it is.
std::string from_nccl_name(const std::string& name);

}  // namespace purlin::cli
