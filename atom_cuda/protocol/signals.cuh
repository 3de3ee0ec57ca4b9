#pragma once
// Notify and await, each by a warp of its own, so that waits begin while a notification still fences. A
// lane's threads meet before a notification (the list says so), then each storing thread fences by itself;
// each polling thread acquires by itself, then the lane's threads meet.
#include "atom_cuda/protocol/waits.cuh"

namespace purlin::cuda {

using SystemSignal = ::cuda::atomic_ref<Stamp, ::cuda::thread_scope_system>;

__device__ __forceinline__ Stamp& slot_of(std::uint32_t rank, std::uint32_t slot) {
  return reinterpret_cast<Stamp*>(bases()[rank * kBaseKinds + kSignalsBase])[slot];
}

/// Orders what this thread did and saw before its later notifications, and the other way round.
__device__ __forceinline__ void fence() {
  ::cuda::atomic_thread_fence(::cuda::std::memory_order_acq_rel, ::cuda::thread_scope_system);
}

/// Every thread of the warp fences, so that a later notification by any of them needs no fence of its own.
__device__ __forceinline__ void notify(const Cell* cells) {
  const Head& head = as<Head>(cells);
  const Signal& signal = as<Signal>(cells + 1);
  const auto* ranks = reinterpret_cast<const std::uint32_t*>(cells + 2);
  __syncwarp();
  if (head.flags & kFence) fence();
  const Stamp value = stamp(board().epoch, signal.value);
#pragma unroll 1
  for (std::uint32_t i = threadIdx.x % 32; i < head.sources; i += 32)
    SystemSignal(slot_of(ranks[i], signal.slot)).store(value, ::cuda::std::memory_order_relaxed);
}

/// Whether all arrived, the same in all threads of the warp; false where a wait gave up.
__device__ __forceinline__ bool await(const LaunchParams& params, const Cell* cells) {
  const Head& head = as<Head>(cells);
  const auto* waits = reinterpret_cast<const Wait*>(cells + 2);
  bool arrived = true;
#pragma unroll 1
  for (std::uint32_t i = threadIdx.x; i < head.sources; i += 32) {
    const Wait wait = waits[i];
    SystemSignal slot(slot_of(board().rank, wait.slot));
    const Stamp wanted = stamp(board().epoch, wait.value);
    Patience patience;
    Stamp seen = slot.load(::cuda::std::memory_order_acquire);
    while (arrived && !reached(seen, wanted)) {
      if (patience.ended(params)) {
        arrived = false;
        note_wait(params,
                  {head.action, static_cast<std::int32_t>(wait.slot), 0, wait.value,
                   ordinal_in(board().epoch, seen)},
                  patience.timed_out());
      }
      seen = slot.load(::cuda::std::memory_order_acquire);
    }
  }
  return __all_sync(0xffffffffu, arrived);
}

}  // namespace purlin::cuda
