#pragma once
// What all threads of a lane know while it walks its list, in shared memory.
#include "atom_cuda/device_list.hpp"
#include "atom_cuda/launch_params.hpp"

namespace purlin::cuda {

using Address = std::uint64_t;

struct Board {
  std::uint64_t epoch;      // of the launch under way
  std::uint32_t alignment;  // of all bases
  std::uint32_t rank;
  std::uint32_t index;       // row · lanes + lane: where this lane's records are
  std::uint32_t wait_noted;  // a thread of this lane filled its WaitRecord
  std::uint32_t aborted;     // before the launch began
};

__device__ __forceinline__ Board& board() {
  __shared__ Board the_board;
  return the_board;
}

/// Dynamic shared memory: addresses of all bases, two pages, buffers of bulk copies.
__device__ __forceinline__ Address* bases() {
  extern __shared__ uint4 dynamic_shared[];
  return reinterpret_cast<Address*>(dynamic_shared);
}

template <class T>
__device__ __forceinline__ const T& as(const Cell* cell) {
  return *reinterpret_cast<const T*>(cell);
}

/// A data action as its list says it.
struct Moved {
  const Cell* cells;

  __device__ __forceinline__ const Head& head() const { return as<Head>(cells); }
  __device__ __forceinline__ const Extent& extent() const { return as<Extent>(cells + 1); }
  __device__ __forceinline__ const Finish& finish() const { return as<Finish>(cells + 2); }
  __device__ __forceinline__ const std::int64_t* counts() const {
    return reinterpret_cast<const std::int64_t*>(cells + 3);
  }
  __device__ __forceinline__ bool folds() const { return (head().flags & kFolds) != 0; }
  __device__ __forceinline__ const Cell* source(int i) const {
    return cells + 3 + (head().dims + 1) / 2 + i * head().end_cells;
  }
  __device__ __forceinline__ const Cell* destination(int i) const { return source(head().sources + i); }
  __device__ __forceinline__ const std::int64_t* strides(const Cell* end) const {
    return reinterpret_cast<const std::int64_t*>(end + (folds() ? 2 : 1));
  }
};

__device__ __forceinline__ Address address_of(const Cell* end) {
  const End& e = as<End>(end);
  return bases()[e.base] + static_cast<Address>(e.offset);
}

/// Largest power of two ≤ 16 that divides every address of the action and its run.
__device__ __forceinline__ std::uint32_t unit_of(const Moved& moved) {
  return min(moved.finish().unit, board().alignment);
}

}  // namespace purlin::cuda
