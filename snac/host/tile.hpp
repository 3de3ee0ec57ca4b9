#pragma once
#include <array>
#include <span>

#include "snac/action.hpp"
#include "snac/host/accumulator.hpp"
#include "snac/host/strided.hpp"

namespace purlin::host {

inline constexpr std::int64_t kTileBytes = Accumulator::kElements * 8;
using TileBytes = std::array<std::byte, static_cast<std::size_t>(kTileBytes)>;

/// Whether a consume moves bits unchanged: one operand per element and no division.
bool is_copy(ReduceOp op, std::int64_t divisor, std::span<const Span> sources);

/// A reduction of as many elements as fit the first cache, from strided memory into dense results.
class Tile {
 public:
  Tile(DataType type, ReduceOp op) : accumulator_(type, op), element_(size_of(type).value) {}

  std::int64_t bytes() const { return Accumulator::kElements * element_; }
  void begin(std::int64_t bytes) { accumulator_.begin(bytes / element_); }
  /// Folds bytes [from, to) of `block` in, its fold innermost.
  void fold(const std::byte* base, const Block& block, std::int64_t from, std::int64_t to);
  void fold_dense(const std::byte* operands) { accumulator_.fold(operands); }
  const std::byte* finish(std::int64_t divisor);

 private:
  Accumulator accumulator_;
  std::int64_t element_;
  TileBytes bytes_;  // gathered operands, later the results
};

}  // namespace purlin::host
