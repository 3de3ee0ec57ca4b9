#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "spec/data_type.hpp"

namespace purlin::testing {

inline std::size_t bytes_of(DataType type) { return static_cast<std::size_t>(size_of(type).value); }

/// The bits of the element numbered `i` (little-endian machines only, as everywhere in purlin).
inline std::uint64_t element(std::span<const std::byte> buffer, DataType type, std::size_t i) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, buffer.data() + i * bytes_of(type), bytes_of(type));
  return bits;
}

inline void append_element(std::vector<std::byte>& buffer, DataType type, std::uint64_t bits) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&bits);
  buffer.insert(buffer.end(), bytes, bytes + bytes_of(type));
}

}  // namespace purlin::testing
