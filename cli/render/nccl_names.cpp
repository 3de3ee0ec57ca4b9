#include "cli/render/nccl_names.hpp"

namespace purlin::cli {

std::string_view nccl_name(DataType type) {
  switch (type) {
    case DataType::f64:
      return "double";
    case DataType::f32:
      return "float";
    case DataType::f16:
      return "half";
    case DataType::bf16:
      return "bfloat16";
    case DataType::f8e4m3:
      return "f8e4m3";
    case DataType::f8e5m2:
      return "f8e5m2";
    case DataType::i64:
      return "int64";
    case DataType::i32:
      return "int32";
    case DataType::i8:
      return "int8";
    case DataType::u64:
      return "uint64";
    case DataType::u32:
      return "uint32";
    case DataType::u8:
      return "uint8";
  }
  return "";
}

std::string from_nccl_name(const std::string& name) {
  for (DataType type : kDataTypes)
    if (nccl_name(type) == name) return std::string(name_of(type));
  return name;
}

}  // namespace purlin::cli
