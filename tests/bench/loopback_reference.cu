#include <cuda/atomic>

#include "tests/bench/loopback_reference.cuh"

namespace purlin::bench {
namespace {

using Flag = ::cuda::atomic_ref<std::uint64_t, ::cuda::thread_scope_system>;

__global__ void barrier(Flags* flags, int ranks) {
  const int rank = static_cast<int>(blockIdx.x), peer = static_cast<int>(threadIdx.x);
  const std::uint64_t epoch = flags->epoch[rank] + 1;
  __syncthreads();
  if (peer < ranks) {
    Flag(flags->flag[peer][rank]).store(epoch, ::cuda::std::memory_order_release);
    Flag own(flags->flag[rank][peer]);
    while (own.load(::cuda::std::memory_order_acquire) < epoch) {
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) flags->epoch[rank] = epoch;
}

__global__ void empty() {}

}  // namespace

void launch_barrier(Flags* flags, int ranks, cudaStream_t stream) {
  void* arguments[] = {&flags, &ranks};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&barrier), dim3(static_cast<unsigned>(ranks)),
                              dim3(512), arguments, 0, stream);
}

void launch_empty(int blocks, cudaStream_t stream) { empty<<<blocks, 512, 0, stream>>>(); }

}  // namespace purlin::bench
