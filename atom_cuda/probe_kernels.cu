#include <cuda/atomic>

#include "atom_cuda/probe_kernels.cuh"
#include "atom_cuda/ptx.cuh"

namespace purlin::cuda {
namespace {

using Flag = ::cuda::atomic_ref<std::uint64_t, ::cuda::thread_scope_system>;

/// Numbers modulo a power of two, each once (Hull and Dobell: the increment odd, the factor 1 modulo 4).
__global__ void make_cycle(ChaseNode* nodes, std::uint64_t count) {
  const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += step)
    nodes[i].next = nodes + ((i * 6364136223846793005ull + 1442695040888963407ull) & (count - 1));
}

template <bool acquire>
__global__ void chase(ChaseNode** place, std::int64_t steps) {
  using Next = ::cuda::atomic_ref<ChaseNode*, ::cuda::thread_scope_system>;
  ChaseNode* at = *place;
  for (std::int64_t i = 0; i < steps; ++i)
    at = Next(at->next).load(acquire ? ::cuda::std::memory_order_acquire : ::cuda::std::memory_order_relaxed);
  *place = at;
}

/// Seldom looked at, so that a poll costs what it costs elsewhere.
constexpr unsigned kPollsPerLook = 4096;

__device__ bool comes(std::uint64_t* own, std::uint64_t round, std::uint64_t deadline_ns) {
  for (unsigned polls = 1; Flag(*own).load(::cuda::std::memory_order_acquire) < round; ++polls)
    if (polls % kPollsPerLook == 0 && ptx::global_time_ns() > deadline_ns) return false;
  return true;
}

__device__ void ping(std::uint64_t* own, std::uint64_t* theirs, const PingPong& how, bool first) {
  const std::uint64_t deadline_ns = ptx::global_time_ns() + kPingLimit_s * 1'000'000'000ull;
  bool answered = true;
  for (std::uint64_t round = 1; answered && round <= how.rounds; ++round) {
    if (!first) answered = comes(own, round, deadline_ns);
    if (answered) Flag(*theirs).store(round, ::cuda::std::memory_order_release);
    if (first) answered = comes(own, round, deadline_ns);
  }
  if (!answered) *how.unanswered = 1;
}

__global__ void ping_side(std::uint64_t* own, std::uint64_t* theirs, PingPong how, bool first) {
  ping(own, theirs, how, first);
}

/// Flags lie two cache lines apart.
__global__ void ping_pong(std::uint64_t* flags, PingPong how) {
  std::uint64_t* own = flags + 32 * blockIdx.x;
  ping(own, flags + 32 * (1 - blockIdx.x), how, blockIdx.x == 0);
}

__global__ void flag_barrier(BarrierFlags* flags) {
  const unsigned block = blockIdx.x, peer = threadIdx.x;
  const std::uint64_t epoch = flags->epoch[block] + 1;
  __syncthreads();
  if (peer < kBarrierBlocks) {
    Flag(flags->flag[peer][block]).store(epoch, ::cuda::std::memory_order_release);
    while (Flag(flags->flag[block][peer]).load(::cuda::std::memory_order_acquire) < epoch) {
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) flags->epoch[block] = epoch;
}

__global__ void empty() {}

/// Four vectors in flight a thread; the first-level cache is passed by.
__global__ void copies(uint4* to, const uint4* from, std::int64_t vectors, int times) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  const std::int64_t begin = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (int time = 0; time < times; ++time)
    for (std::int64_t i = begin; i < vectors; i += 4 * step) {
      uint4 held[4];
#pragma unroll
      for (int k = 0; k < 4; ++k)
        if (i + k * step < vectors) held[k] = __ldcg(from + i + k * step);
#pragma unroll
      for (int k = 0; k < 4; ++k)
        if (i + k * step < vectors) __stcg(to + i + k * step, held[k]);
    }
}

void check_launch() { PURLIN_CUDA(cudaGetLastError()); }

}  // namespace

void launch_make_cycle(ChaseNode* nodes, std::uint64_t count, cudaStream_t stream) {
  make_cycle<<<256, 256, 0, stream>>>(nodes, count);
  check_launch();
}

void launch_chase(ChaseNode** at, std::int64_t steps, bool acquire, cudaStream_t stream) {
  if (acquire)
    chase<true><<<1, 1, 0, stream>>>(at, steps);
  else
    chase<false><<<1, 1, 0, stream>>>(at, steps);
  check_launch();
}

void launch_ping(std::uint64_t* own, std::uint64_t* theirs, const PingPong& how, bool first,
                 cudaStream_t stream) {
  ping_side<<<1, 1, 0, stream>>>(own, theirs, how, first);
  check_launch();
}

void launch_ping_pong(std::uint64_t* flags, PingPong how, cudaStream_t stream) {
  void* arguments[] = {&flags, &how};
  launch_together(reinterpret_cast<const void*>(&ping_pong), dim3(2), 1, 0, stream, arguments);
}

void launch_flag_barrier(BarrierFlags* flags, cudaStream_t stream) {
  void* arguments[] = {&flags};
  launch_together(reinterpret_cast<const void*>(&flag_barrier), dim3(kBarrierBlocks), 512, 0, stream,
                  arguments);
}

void launch_empty(cudaStream_t stream) {
  empty<<<8, 512, 0, stream>>>();
  check_launch();
}

void launch_copies(void* to, const void* from, std::int64_t bytes, int times, int multiprocessors,
                   cudaStream_t stream) {
  copies<<<static_cast<unsigned>(2 * multiprocessors), 512, 0, stream>>>(
      static_cast<uint4*>(to), static_cast<const uint4*>(from), bytes / 16, times);
  check_launch();
}

}  // namespace purlin::cuda
