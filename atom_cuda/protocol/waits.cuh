#pragma once
// Bounded waits: who gives up says where it stood, and raises a flag that ends all other waits.
#include <cuda/atomic>

#include "atom_cuda/datapath/board.cuh"
#include "atom_cuda/protocol/stamp.hpp"
#include "atom_cuda/ptx.cuh"

namespace purlin::cuda {

/// What a wait waits for.
struct Missing {
  std::uint32_t action;
  std::int32_t slot;  // -1: a packet
  std::int64_t offset;
  std::uint32_t expected;
  std::uint32_t seen;
};

__device__ __forceinline__ void raise_abort(const LaunchParams& params) {
#pragma unroll 1
  for (std::uint32_t device = 0; device < params.devices; ++device)
    ::cuda::atomic_ref<std::uint32_t, ::cuda::thread_scope_system>(*params.all_aborts[device])
        .store(1, ::cuda::std::memory_order_relaxed);
}

/// The first thread of a lane to give up fills its record.
static __device__ __noinline__ void note_wait(const LaunchParams& params, const Missing& missing,
                                              bool timed_out) {
  if (atomicExch(&board().wait_noted, 1u) != 0) return;
  volatile WaitRecord& record = params.waits[board().index];
  record.first = timed_out ? 1 : 0;
  record.action = missing.action;
  record.slot = missing.slot;
  record.offset = missing.offset;
  record.expected = missing.expected;
  record.seen = missing.seen;
  record.epoch = board().epoch;
  __threadfence_system();
  record.written = 1;
}

/// Looks at the clock and at the abort flag now and then; an unanswered poll costs nothing more.
class Patience {
 public:
  /// After a poll in vain: whether to give up.
  __device__ __forceinline__ bool ended(const LaunchParams& params) {
    return (++polls_ & 255) == 0 && looked_up(params);
  }
  __device__ __forceinline__ bool timed_out() const { return timed_out_; }

 private:
  __device__ bool looked_up(const LaunchParams& params) {
    if (*params.abort != 0) return true;
    const std::uint64_t now = ptx::global_time_ns();
    if (began_ == 0) began_ = now;
    timed_out_ = now - began_ > params.timeout_ns;
    if (timed_out_) raise_abort(params);
    return timed_out_;
  }
  std::uint32_t polls_ = 0;
  std::uint64_t began_ = 0;
  bool timed_out_ = false;
};

}  // namespace purlin::cuda
