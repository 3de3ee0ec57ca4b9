#pragma once
// What the walking kernel is compared with: a flag barrier of all ranks, an empty kernel, a copy by CUDA.
#include <cuda_runtime.h>

#include <cstdint>

namespace purlin::bench {

/// Flags of all ranks on one device, and their epoch.
struct Flags {
  static constexpr int kMost = 72;
  std::uint64_t flag[kMost][kMost];  // [to][from]
  std::uint64_t epoch[kMost];
};

/// Every rank (one block each) releases a flag to every rank and acquires all of its own.
void launch_barrier(Flags* flags, int ranks, cudaStream_t stream);
void launch_empty(int blocks, cudaStream_t stream);

}  // namespace purlin::bench
