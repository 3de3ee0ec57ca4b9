#include "snac/host/tile.hpp"

namespace purlin::host {

bool is_copy(ReduceOp op, std::int64_t divisor, std::span<const Span> sources) {
  if (op == ReduceOp::copy) return PURLIN_ASSERT(sources.size() == 1), true;
  return sources.size() == 1 && !sources[0].block.fold && divisor == 1;
}

void Tile::fold(const std::byte* base, const Block& block, std::int64_t from, std::int64_t to) {
  const Dim fold = block.fold.value_or(Dim{1, 0});
  const std::int64_t piece = one_piece(block, from, to);
  for (std::int64_t k = 0; k < fold.count; ++k, base += fold.stride) {
    if (piece >= 0) {
      accumulator_.fold(base + piece);
    } else {
      gather(base, block, from, to, bytes_.data());
      accumulator_.fold(bytes_.data());
    }
  }
}

const std::byte* Tile::finish(std::int64_t divisor) {
  accumulator_.finish(divisor, bytes_.data());
  return bytes_.data();
}

}  // namespace purlin::host
