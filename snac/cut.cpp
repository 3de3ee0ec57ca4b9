#include "snac/cut.hpp"

#include <algorithm>

namespace purlin {
namespace {

/// `block` without its outermost dim, at that dim's index `i`.
Block inside(const Block& block, std::int64_t i) {
  Block inner;
  inner.offset = block.offset + i * block.dim(0).stride;
  inner.run = block.run;
  inner.fold = block.fold;
  for (int d = 1; d < block.dims(); ++d) inner.push_inner(block.dim(d));
  return inner;
}

Block whole_rows(const Block& block, std::int64_t first, std::int64_t last) {
  if (last - first == 1) return inside(block, first);
  Block rows = block;
  rows.offset += first * block.dim(0).stride;
  rows.dim(0).count = last - first;
  return rows;
}

void cut_into(const Block& block, Range range, std::vector<Block>& pieces) {
  if (range.bytes() <= 0) return;
  if (block.dims() == 0) {
    Block piece = block;
    piece.offset += range.first;
    piece.run = range.bytes();
    pieces.push_back(piece);
    return;
  }
  const std::int64_t row = block.bytes() / block.dim(0).count;
  const std::int64_t first = range.first / row;
  const std::int64_t last = range.last / row;
  if (first == last) return cut_into(inside(block, first), {range.first % row, range.last % row}, pieces);
  const std::int64_t full = range.first % row == 0 ? first : first + 1;
  if (full != first) cut_into(inside(block, first), {range.first % row, row}, pieces);
  if (full < last) pieces.push_back(whole_rows(block, full, last));
  if (range.last % row != 0) cut_into(inside(block, last), {0, range.last % row}, pieces);
}

}  // namespace

std::int64_t granule_of(const Block& shape, std::int64_t element, std::int64_t at_most) {
  std::int64_t inner = shape.bytes();
  for (int i = 0; i < shape.dims() && shape.dim(i).count > 0; ++i) {
    inner /= shape.dim(i).count;
    if (inner <= at_most) return std::max(inner, element);
  }
  for (std::int64_t unit : {std::int64_t{128}, std::int64_t{16}})
    if (unit <= at_most && unit < shape.run) return unit;
  return element;
}

Range part_of(std::int64_t bytes, std::int64_t granule, int parts, int i) {
  const std::int64_t units = (bytes + granule - 1) / granule;
  const auto boundary = [&](std::int64_t part) { return std::min(bytes, units * part / parts * granule); };
  return {boundary(i), boundary(i + 1)};
}

std::vector<Block> cut(const Block& block, Range range) {
  PURLIN_ASSERT(0 <= range.first && range.first <= range.last && range.last <= block.bytes());
  std::vector<Block> pieces;
  if (range.bytes() == block.bytes() && block.bytes() > 0) return {block};
  cut_into(block, range, pieces);
  return pieces;
}

}  // namespace purlin
