#pragma once
#include <array>
#include <optional>
#include <string_view>

#include "spec/ids.hpp"

namespace purlin {

enum class DataType { f64, f32, f16, bf16, f8e4m3, f8e5m2, i64, i32, i8, u64, u32, u8 };

inline constexpr std::array kDataTypes = {DataType::f64,    DataType::f32,    DataType::f16, DataType::bf16,
                                          DataType::f8e4m3, DataType::f8e5m2, DataType::i64, DataType::i32,
                                          DataType::i8,     DataType::u64,    DataType::u32, DataType::u8};

std::string_view name_of(DataType type);
std::optional<DataType> data_type_named(std::string_view name);
Bytes size_of(DataType type);
bool is_float(DataType type);

}  // namespace purlin
