#pragma once
// Where a byte of an action's dense order lies in each of its spans.
#include "atom_cuda/datapath/board.cuh"

namespace purlin::cuda {

struct Quotient {
  std::int64_t whole;
  std::int64_t rest;
};

/// Out of line: every place of a strided span takes several.
static __device__ __noinline__ Quotient divided(std::int64_t n, std::int64_t by) {
  if (((n | by) >> 32) != 0) return {n / by, n % by};
  const auto whole = static_cast<std::uint32_t>(n) / static_cast<std::uint32_t>(by);
  return {whole, static_cast<std::uint32_t>(n) - whole * static_cast<std::uint32_t>(by)};
}

/// Of any span: a run, by its index in every dim, and a byte of it.
struct StridedPlace {
  std::int64_t within;
  std::uint32_t at[kMaxDims];

  static __device__ __forceinline__ StridedPlace of(const Moved& moved, std::int64_t byte) {
    const Quotient quotient = divided(byte, moved.extent().run);
    return StridedPlace(moved, quotient.whole, quotient.rest);
  }
  StridedPlace() = default;
  __device__ __forceinline__ StridedPlace(const Moved& moved, std::int64_t run, std::int64_t byte)
      : within(byte) {
    const int dims = moved.head().dims;
#pragma unroll
    for (int i = kMaxDims - 1; i >= 0; --i) {
      at[i] = 0;
      if (i < dims) {
        const Quotient quotient = divided(run, moved.counts()[i]);
        at[i] = static_cast<std::uint32_t>(quotient.rest);
        run = quotient.whole;
      }
    }
  }
  __device__ __forceinline__ Address in(const Moved& moved, const Cell* end) const {
    const std::int64_t* strides = moved.strides(end);
    Address address = address_of(end) + static_cast<Address>(within);
    const int dims = moved.head().dims;
#pragma unroll
    for (int i = 0; i < kMaxDims; ++i)
      if (i < dims) address += static_cast<Address>(at[i] * strides[i]);
    return address;
  }
};

}  // namespace purlin::cuda
