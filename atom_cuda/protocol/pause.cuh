#pragma once
#include "atom_cuda/ptx.cuh"

namespace purlin::cuda {

__device__ __forceinline__ void pause_ns(std::uint64_t ns) {
  const std::uint64_t begin = ptx::global_time_ns();
  while (ptx::global_time_ns() - begin < ns) __nanosleep(100);
}

}  // namespace purlin::cuda
