#pragma once
#include <cstdint>
#include <vector>

#include "snac/block.hpp"

namespace purlin {

/// Bytes [first, last) of a block's bytes in order, folds not counted.
struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t bytes() const { return last - first; }
};

/// The largest natural unit of the shape (whole inner rows, 128 or 16 bytes, an element) of at most `at_most`
/// bytes: cutting at its multiples keeps pieces few and aligned. The element where nothing is small enough.
std::int64_t granule_of(const Block& shape, std::int64_t element, std::int64_t at_most);

/// Part `i` of `parts` nearly equal ones of `bytes`, cut at multiples of `granule`.
Range part_of(std::int64_t bytes, std::int64_t granule, int parts, int i);

/// The blocks that cover the range, in order. Blocks of one shape fall into pieces of one shape.
std::vector<Block> cut(const Block& block, Range range);

}  // namespace purlin
