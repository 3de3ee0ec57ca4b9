#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace purlin::cli {

/// What stands before the data of a .npy file.
struct NpyHeader {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

/// Bytes of the whole header, magic included, given the file's first 12; nullopt where it is no .npy file.
std::optional<std::int64_t> npy_header_bytes(std::string_view first);

/// The Python literal of the header; nullopt where it is not one that NumPy would write (structured types
/// too).
std::optional<NpyHeader> parse_npy_header(std::string_view literal);

/// Magic, version, length and literal, padded so that the data begins at a multiple of 64 bytes.
std::string print_npy_header(const NpyHeader& header);

/// `(2, 3)`, `(5,)`, `()`.
std::string print_shape(std::span<const std::int64_t> shape);

}  // namespace purlin::cli
