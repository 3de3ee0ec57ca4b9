#pragma once
// What is measured without the walking kernel: latencies of loads and flags, rates of copies.
#include <cstdint>

#include "atom_cuda/runtime.cuh"

namespace purlin::cuda {

/// Nodes of a cycle through memory, a cache line each.
struct ChaseNode {
  ChaseNode* next;
  std::uint64_t fill[15];
};
static_assert(sizeof(ChaseNode) == 128);

/// On the device that holds them: one cycle through `count` nodes (a power of two), in no order.
void launch_make_cycle(ChaseNode* nodes, std::uint64_t count, cudaStream_t stream);
/// One thread follows `steps` pointers from *at on and leaves there where it came to: what is chased next is
/// new. Acquiring, each load is a wait's.
void launch_chase(ChaseNode** at, std::int64_t steps, bool acquire, cudaStream_t stream);

/// The other side may never run: after this long a side gives up.
inline constexpr int kPingLimit_s = 10;
struct PingPong {
  std::uint64_t rounds = 0;
  std::uint32_t* unanswered = nullptr;  // mapped; 1 once a side gave up
};
/// One side of a ping-pong: each round a release store to `theirs`, an acquire wait on `own`. `first` begins.
void launch_ping(std::uint64_t* own, std::uint64_t* theirs, const PingPong& how, bool first,
                 cudaStream_t stream);
/// Both sides in one kernel.
void launch_ping_pong(std::uint64_t* flags, PingPong how, cudaStream_t stream);

inline constexpr int kBarrierBlocks = 8;
struct BarrierFlags {
  std::uint64_t flag[kBarrierBlocks][kBarrierBlocks];  // [to][from]
  std::uint64_t epoch[kBarrierBlocks];
};
/// Every block releases a flag to every block and acquires its own.
void launch_flag_barrier(BarrierFlags* flags, cudaStream_t stream);
void launch_empty(cudaStream_t stream);

/// All multiprocessors copy `bytes` (a multiple of 16), `times` times over the same buffers.
void launch_copies(void* to, const void* from, std::int64_t bytes, int times, int multiprocessors,
                   cudaStream_t stream);

}  // namespace purlin::cuda
