#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "snac/block.hpp"

namespace purlin {

/// Why a block (of any origin, its numbers unchecked) is malformed, or nullopt. A well-formed one visits no
/// byte twice, its bytes and end fit 62 bits, and its dims nest: each stride is at least the extent of what
/// it repeats.
std::optional<std::string> malformed(const Block& block);

/// Whether run, strides, offset and fold are multiples of `element` bytes.
bool is_whole_elements(const Block& block, std::int64_t element);

}  // namespace purlin
