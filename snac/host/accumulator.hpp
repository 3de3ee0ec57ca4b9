#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "spec/reduce_op.hpp"

namespace purlin::host {

/// A tile of wide accumulators, one per element: operands fold in one after the other, and one rounding ends
/// it.
class Accumulator {
 public:
  static constexpr std::int64_t kElements = 1024;

  Accumulator(DataType type, ReduceOp op);

  void begin(std::int64_t elements);
  /// Folds `elements` operands, contiguous and not necessarily aligned, into the tile.
  void fold(const std::byte* operands);
  /// Divides (floats only), rounds once and stores. Without any operand: the op's identity.
  void finish(std::int64_t divisor, std::byte* results);

 private:
  struct Kernel;
  template <class T, ReduceOp op>
  static const Kernel& kernel();

  const Kernel* kernel_;
  std::int64_t elements_ = 0;
  bool empty_ = true;
  alignas(64) std::array<std::byte, kElements * 8> tile_;
};

}  // namespace purlin::host
