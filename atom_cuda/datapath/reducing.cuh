#pragma once
#include "atom_cuda/datapath/element.cuh"
#include "atom_cuda/datapath/memory.cuh"

namespace purlin::cuda {

/// The accumulators of some bytes of elements, held as 4-byte words.
template <DataType kType, ReduceOp kOp, int kBytes>
struct Reducing {
  using E = Element<kType>;
  using P = Pack<kType, kBytes>;
  using Wide = typename E::Wide;
  static constexpr int kWords = kBytes / 4;
  Wide values[P::kCount];

  __device__ __forceinline__ Reducing() {
#pragma unroll
    for (int i = 0; i < P::kCount; ++i) values[i] = neutral<kOp, kType>();
  }
  __device__ __forceinline__ void fold(const std::uint32_t (&words)[kWords]) {
    Wide operands[P::kCount];
    P::widen(words, operands);
#pragma unroll
    for (int i = 0; i < P::kCount; ++i) values[i] = combine<kOp>(values[i], operands[i]);
  }
  __device__ __forceinline__ void fold(const uint4& vector) {
    fold({vector.x, vector.y, vector.z, vector.w});
  }
  __device__ __forceinline__ void fold(std::uint64_t word) {
    fold({static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)});
  }
  /// Divides and rounds. `none`: there was no operand, so that a sum is 0, not the neutral −0.
  __device__ __forceinline__ void finish(std::int64_t divisor, bool none, std::uint32_t (&words)[kWords]) {
    if (none || divisor != 1)
#pragma unroll
      for (int i = 0; i < P::kCount; ++i) values[i] = finished<kType, kOp>(values[i], divisor, none);
    P::narrow(values, words);
  }
};

template <DataType kType, ReduceOp kOp>
using ReducingVector = Reducing<kType, kOp, 16>;

template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ uint4 finished_vector(ReducingVector<kType, kOp>& all, std::int64_t divisor,
                                                 bool none) {
  std::uint32_t words[4];
  all.finish(divisor, none, words);
  return {words[0], words[1], words[2], words[3]};
}

}  // namespace purlin::cuda
