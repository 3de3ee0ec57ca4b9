#pragma once
#include "atom_cuda/datapath/board.cuh"

namespace purlin::cuda {

/// The addresses that a launch uses: loaded before its epoch is known, kept in shared memory once it is. Of
/// `threads` threads, this is one. kOne: of one launch alone, with two halves.
template <bool kOne>
class Bases {
 public:
  __device__ __forceinline__ Bases(const LaunchParams& params, std::uint32_t launch, std::uint32_t thread,
                                   std::uint32_t threads)
      : table_(params.bases), count_(params.ranks * kBaseKinds), thread_(thread), threads_(threads) {
    if (!kOne) table_ += static_cast<std::size_t>(launch % params.sets) * count_;
    if (thread < count_) first_ = __ldcg(table_ + thread);
  }
  __device__ __forceinline__ void keep(const LaunchParams& params, std::uint64_t epoch) const {
    const std::uint64_t half = kOne ? epoch & 1 : epoch % params.halves;
    if (thread_ < count_) bases()[thread_] = first_ + half * params.half_bytes[thread_ % kBaseKinds];
#pragma unroll 1
    for (std::uint32_t i = thread_ + threads_; i < count_; i += threads_)
      bases()[i] = __ldcg(table_ + i) + half * params.half_bytes[i % kBaseKinds];
  }

 private:
  const std::uint64_t* table_;
  const std::uint32_t count_, thread_, threads_;
  std::uint64_t first_ = 0;
};

__device__ __forceinline__ std::uint64_t* epoch_cells(const LaunchParams& params, std::uint32_t row) {
  return params.epochs + static_cast<std::size_t>(row) * params.epoch_cells;
}

/// Counts a launch in all cells that the i-th lane stands for.
__device__ __forceinline__ void count_launch(const LaunchParams& params, std::uint32_t row, std::uint32_t i) {
#pragma unroll 1
  for (std::uint32_t cell = i; cell < params.epoch_cells; cell += params.lanes)
    epoch_cells(params, row)[cell] = board().epoch;
}

}  // namespace purlin::cuda
