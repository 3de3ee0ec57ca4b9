#pragma once
#include "atom_cuda/datapath/board.cuh"

namespace purlin::cuda {

/// Where a base lies in the launch's half.
__device__ __forceinline__ Address half_of(const LaunchParams& params, std::uint32_t kind,
                                           std::uint64_t half) {
  if (kind == static_cast<std::uint32_t>(BufferKind::window) || kind == kMulticastBase)
    return half * params.window_half;
  if (kind == static_cast<std::uint32_t>(BufferKind::packet_window)) return half * params.packet_half;
  return kind == kSignalsBase ? half * params.signal_half : 0;
}

/// The addresses that a launch uses, into shared memory.
__device__ __forceinline__ void load_bases(const LaunchParams& params, std::uint64_t epoch,
                                           std::uint32_t launch) {
  const std::uint64_t* addresses =
      params.bases + static_cast<std::size_t>(launch % params.sets) * params.ranks * kBaseKinds;
  const std::uint64_t half = params.halves == 2 ? epoch & 1 : epoch % params.halves;
  for (std::uint32_t i = threadIdx.x; i < params.ranks * kBaseKinds; i += blockDim.x)
    bases()[i] = __ldcg(addresses + i) + half_of(params, i % kBaseKinds, half);
}

__device__ __forceinline__ std::uint64_t* epoch_cells(const LaunchParams& params, std::uint32_t row) {
  return params.epochs + static_cast<std::size_t>(row) * params.epoch_cells;
}

/// Counts a launch in all cells that the i-th lane stands for.
__device__ __forceinline__ void count_launch(const LaunchParams& params, std::uint32_t row, std::uint32_t i) {
  for (std::uint32_t cell = i; cell < params.epoch_cells; cell += params.lanes)
    epoch_cells(params, row)[cell] = board().epoch;
}

}  // namespace purlin::cuda
