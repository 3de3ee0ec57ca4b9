#include <cuda/atomic>

#include "atom_cuda/peer_probe.cuh"
#include "atom_cuda/runtime.cuh"

namespace purlin::cuda {
namespace {

__device__ std::uint32_t pattern(int from, int to, int i) {
  return 0x9e3779b9u * static_cast<std::uint32_t>(i + 1) ^ static_cast<std::uint32_t>(from << 16 | to);
}

__global__ void fill(ProbeGround* own, int self) {
  for (int i = threadIdx.x; i < kProbeWords; i += blockDim.x)
    own->held[i] = pattern(self, self, i), own->written[i] = 0;
  if (threadIdx.x == 0) own->counter = 0;
}

__global__ void visit(ProbeGround* peer, int from, int to, std::uint32_t* wrong_reads) {
  for (int i = threadIdx.x; i < kProbeWords; i += blockDim.x) {
    if (reinterpret_cast<volatile std::uint32_t&>(peer->held[i]) != pattern(to, to, i))
      atomicAdd(wrong_reads, 1u);
    reinterpret_cast<volatile std::uint32_t&>(peer->written[i]) = pattern(from, to, i);
  }
  ::cuda::atomic_ref<std::uint32_t, ::cuda::thread_scope_system>(peer->counter)
      .fetch_add(1, ::cuda::std::memory_order_relaxed);
}

__global__ void count_wrong(const ProbeGround* own, int from, int to, std::uint32_t* wrong) {
  for (int i = threadIdx.x; i < kProbeWords; i += blockDim.x)
    if (own->written[i] != pattern(from, to, i)) atomicAdd(wrong, 1u);
}

void finish() {
  PURLIN_CUDA(cudaGetLastError());
  PURLIN_CUDA(cudaDeviceSynchronize());
}

}  // namespace

void fill_ground(ProbeGround* own, int self) {
  fill<<<1, kProbeThreads>>>(own, self);
  finish();
}

void visit_ground(ProbeGround* peer, int from, int to, std::uint32_t* wrong_reads) {
  visit<<<1, kProbeThreads>>>(peer, from, to, wrong_reads);
  finish();
}

void count_wrong_writes(const ProbeGround* own, int from, int to, std::uint32_t* wrong) {
  count_wrong<<<1, kProbeThreads>>>(own, from, to, wrong);
  finish();
}

}  // namespace purlin::cuda
