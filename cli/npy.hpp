#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spec/data_type.hpp"
#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// What NumPy calls the type: `<f4`; bf16 and f8 are raw bytes, `|V2` and `|V1`.
std::string npy_descr(DataType type);

/// Reads `path` into `data`, which it must fill exactly: any shape of that many elements, C order. What is
/// wrong with the file is a diagnostic; false then.
bool read_npy(const std::string& path, DataType type, std::span<std::byte> data, Diagnostics& diagnostics);

/// Elements of the array in `path`; nullopt where it is no readable array.
std::optional<std::int64_t> npy_elements(const std::string& path);

/// Throws std::system_error where it cannot write.
void write_npy(const std::string& path, DataType type, std::span<const std::int64_t> shape,
               std::span<const std::byte> data);

}  // namespace purlin::cli
