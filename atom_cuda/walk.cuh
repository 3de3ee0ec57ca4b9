#pragma once
// The kernel: each block is a lane of a rank that walks its list. A template over element type and reduction,
// never over a collective; copies and packets are untyped.
#include "atom_cuda/datapath/bulk.cuh"
#include "atom_cuda/datapath/flat.cuh"
#include "atom_cuda/datapath/multicast.cuh"
#include "atom_cuda/datapath/packet.cuh"
#include "atom_cuda/datapath/vector.cuh"
#include "atom_cuda/protocol/begin.cuh"
#include "atom_cuda/protocol/pause.cuh"
#include "atom_cuda/protocol/signals.cuh"
#include "atom_cuda/walk_shape.hpp"

namespace purlin::cuda {

__device__ __forceinline__ Cell* page_buffer(const LaunchParams& params, std::uint32_t page) {
  return reinterpret_cast<Cell*>(reinterpret_cast<std::byte*>(bases()) + pages_offset(params.ranks)) +
         page % 2 * params.page_cells;
}

/// Of `threads` threads, this is one.
__device__ __forceinline__ void fetch_page(const LaunchParams& params, const Cell* from, std::uint32_t page,
                                           std::uint32_t thread, std::uint32_t threads) {
  Cell* to = page_buffer(params, page);
#pragma unroll 1
  for (std::uint32_t i = thread; i < params.page_cells; i += threads) ptx::copy_async_16(to + i, from + i);
}

/// First page, addresses, epoch: loaded at once, so that a launch pays one latency for them.
template <bool kOne>
__device__ __forceinline__ void load_launch(const LaunchParams& params, std::uint32_t launch,
                                            std::uint32_t thread, std::uint32_t threads) {
  const std::uint32_t index = blockIdx.y * gridDim.x + blockIdx.x;
  fetch_page(params, params.cells + static_cast<std::size_t>(index) * params.page_cells, 0, thread, threads);
  const std::uint64_t epoch = __ldcg(epoch_cells(params, blockIdx.y) + blockIdx.x) + launch + 1;
  const Bases<kOne> bases(params, launch, thread, threads);
  const std::uint32_t aborted = thread == 0 ? *params.abort : 0;
  bases.keep(params, epoch);
  ptx::wait_copies_async();
  const PageHead& head = as<PageHead>(page_buffer(params, 0));  // fetched by the first thread itself
  if (thread == 0)
    board() = {epoch, params.alignment, head.rank, blockIdx.y * params.lanes + head.lane, 0, aborted};
}

inline constexpr std::uint32_t kAwaiting = 0, kNotifying = 1;  // warps
enum Barrier : std::uint32_t { kAll, kLoaded, kKnown };

/// Where there are notifications, their warp fences for the first of them while the others load. False:
/// aborted before, or not taking part.
template <Walk kWalk>
__device__ __forceinline__ bool begin_launch(const LaunchParams& params, std::uint32_t launch) {
  constexpr bool kOne = kWalk != Walk::any;
  const std::uint32_t warp = threadIdx.x / 32;
  if (kWalk == Walk::packets || (kWalk == Walk::any && params.notifies == 0)) {
    load_launch<kOne>(params, launch, threadIdx.x, blockDim.x);
    __syncthreads();
  } else if (warp == kNotifying) {
    fence();
    ptx::sync_some(kKnown, blockDim.x);
  } else {
    load_launch<kOne>(params, launch, warp > kNotifying ? threadIdx.x - 32 : threadIdx.x, blockDim.x - 32);
    ptx::sync_some(kLoaded, blockDim.x - 32);
    ptx::arrive_some(kKnown, blockDim.x);
  }
  return board().aborted == 0 && as<PageHead>(page_buffer(params, 0)).absent == 0;
}

/// Stamps of actions and of the launch, where a trace is asked for.
class Tracer {
 public:
  __device__ __forceinline__ explicit Tracer(const LaunchParams& params) : params_(params) {
    if (params_.trace != nullptr) clock_.begin_ticks = clock64(), clock_.begin_ns = ptx::global_time_ns();
  }
  __device__ __forceinline__ void begin() {
    if (params_.trace != nullptr) begin_ = clock64();
  }
  __device__ __forceinline__ void end(const Head& head) {
    if (params_.trace == nullptr) return;
    __syncwarp();
    if (threadIdx.x == 0 && head.action < params_.trace_actions)
      params_.trace[static_cast<std::size_t>(board().index) * params_.trace_actions + head.action] = {
          begin_, clock64()};
  }
  __device__ __forceinline__ void finish() {
    if (params_.trace == nullptr || threadIdx.x != 0) return;
    clock_.end_ticks = clock64(), clock_.end_ns = ptx::global_time_ns();
    params_.clocks[board().index] = clock_;
  }

 private:
  const LaunchParams& params_;
  TraceClock clock_;
  std::int64_t begin_ = 0;
};

/// Bits moved unchanged: one operand per element and no division.
__device__ __forceinline__ bool is_copy(const Moved& moved) {
  return moved.head().sources == 1 && !moved.folds() && moved.finish().divisor == 1;
}

__device__ __forceinline__ void copy(const LaunchParams& params, const Moved& moved, BulkUses& uses) {
#if __CUDA_ARCH__ >= 900
  if (moved.head().datapath == Datapath::bulk) return copy_by_bulk(params, moved, uses);
  if (moved.head().datapath == Datapath::multicast)
    return move_by_multicast<DataType::u8, ReduceOp::copy>(moved.cells);
#endif
  copy_by_vectors(moved.cells);
}

template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ void reduce(const LaunchParams& params, const Moved& moved, BulkUses& uses) {
  if constexpr (kOp != ReduceOp::copy) {
#if __CUDA_ARCH__ >= 900
    if (moved.head().datapath == Datapath::bulk) return reduce_by_bulk<kType, kOp>(params, moved, uses);
    if (moved.head().datapath == Datapath::multicast) return move_by_multicast<kType, kOp>(moved.cells);
#endif
    reduce_by_vectors<kType, kOp>(moved.cells);
  }
}

template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ bool take(const LaunchParams& params, const Cell* cells) {
  if (as<Head>(cells).op == static_cast<std::uint8_t>(ReduceOp::copy))
    return take_packets<CopyWord>(params, cells);
  if constexpr (kOp != ReduceOp::copy) return take_packets<ReduceWord<kType, kOp>>(params, cells);
  return true;
}

/// kDivides: for means.
template <DataType kType, ReduceOp kOp, bool kDivides>
__device__ __forceinline__ bool perform_packets(const LaunchParams& params, const Cell* cells,
                                                const Head& head) {
  if (head.kind == DeviceKind::put) return put_flat(cells, head), true;
  if constexpr (kOp != ReduceOp::copy)
    if (head.op != static_cast<std::uint8_t>(ReduceOp::copy))
      return take_flat<ReduceWord<kType, kOp>, kDivides>(params, cells, head);
  return take_flat<CopyWord, false>(params, cells, head);
}

template <DataType kType, ReduceOp kOp, bool kDivides>
__device__ __forceinline__ void perform_flat(const Cell* cells, const Head& head) {
  if constexpr (kOp != ReduceOp::copy)
    if (head.kind == DeviceKind::reduce) return reduce_flat<kType, kOp, kDivides>(cells, head);
  copy_flat(cells, head);
}

/// Out of line, so that what leads to the long ways stays small.
template <DataType kType, ReduceOp kOp>
__device__ __noinline__ bool perform_short(const LaunchParams& params, const Cell* cells) {
  const Head head = as<Head>(cells);
  if (head.kind == DeviceKind::put || head.kind == DeviceKind::take)
    return perform_packets<kType, kOp, true>(params, cells, head);
  return perform_flat<kType, kOp, true>(cells, head), true;
}

__device__ __forceinline__ bool perform_signal(const LaunchParams& params, const Cell* cells,
                                               const Head& head) {
  if (head.kind == DeviceKind::await) return threadIdx.x / 32 != kAwaiting || await(params, cells);
  if (threadIdx.x / 32 == kNotifying) notify(cells);
  return true;
}

/// Any action.
template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ bool perform_any(const LaunchParams& params, const Cell* cells, const Head& head,
                                            BulkUses& uses) {
  if ((head.flags & kFlat) && params.alignment == 16) return perform_short<kType, kOp>(params, cells);
  switch (head.kind) {
    case DeviceKind::notify:
    case DeviceKind::await:
      return perform_signal(params, cells, head);
    case DeviceKind::copy:
    case DeviceKind::reduce:
      if (head.kind == DeviceKind::copy || is_copy({cells}))
        copy(params, {cells}, uses);
      else
        reduce<kType, kOp>(params, {cells}, uses);
      return true;
    case DeviceKind::put:
      put_packets(cells);
      return true;
    case DeviceKind::take:
      return take<kType, kOp>(params, cells);
    case DeviceKind::delay:
      pause_ns(static_cast<std::uint64_t>(as<Delay>(cells + 1).time_ns));
      return true;
    case DeviceKind::turn:
    case DeviceKind::end:
      return true;
  }
  return true;
}

/// One action; false where a wait gave up.
template <DataType kType, ReduceOp kOp, Walk kWalk>
__device__ __forceinline__ bool perform(const LaunchParams& params, const Cell* cells, const Head& head,
                                        BulkUses& uses) {
  if constexpr (kWalk == Walk::any) return perform_any<kType, kOp>(params, cells, head, uses);
  if constexpr (kWalk == Walk::packets) return perform_packets<kType, kOp, false>(params, cells, head);
  if (head.flags & kFlat) return perform_flat<kType, kOp, false>(cells, head), true;
  return perform_signal(params, cells, head);
}

/// The list, page by page; the next page is fetched while this one is walked. False where a wait gave up.
template <DataType kType, ReduceOp kOp, Walk kWalk>
__device__ __forceinline__ bool walk_list(const LaunchParams& params, Tracer& tracer, BulkUses& uses) {
  bool gave_up = false;
#pragma unroll 1
  for (std::uint32_t page = 0;; ++page) {
    const Cell* cells = page_buffer(params, page);
    const PageHead& top = as<PageHead>(cells);
    if (top.next != 0) fetch_page(params, params.cells + top.next, page + 1, threadIdx.x, blockDim.x);
#pragma unroll 1
    for (cells += 1;; cells += as<Head>(cells).cells) {
      const Head head = as<Head>(cells);
      if (head.kind == DeviceKind::end) return !gave_up;
      if (head.kind == DeviceKind::turn) break;
      if ((head.flags & kSync) && __syncthreads_or(gave_up)) return false;
      tracer.begin();
      if (!gave_up) gave_up = !perform<kType, kOp, kWalk>(params, cells, head, uses);
      tracer.end(head);
    }
    ptx::wait_copies_async();
    if (__syncthreads_or(gave_up)) return false;
  }
}

/// Between the launches of a soak the lanes of a rank meet, and nobody else.
__device__ __forceinline__ bool meet(const LaunchParams& params, std::uint32_t launch) {
  __syncthreads();
  bool met = true;
  if (threadIdx.x == 0) {
    ::cuda::atomic_ref<std::uint32_t, ::cuda::thread_scope_device> ended(params.meetings[blockIdx.y]);
    ended.fetch_add(1, ::cuda::std::memory_order_acq_rel);
    Patience patience;
    while (met && ended.load(::cuda::std::memory_order_acquire) < (launch + 1) * gridDim.x)
      met = !patience.ended(params);
  }
  return !__syncthreads_or(!met);
}

/// A pseudo-random time for this rank before this launch, the same for its lanes.
__device__ __forceinline__ void pause_before(const LaunchParams& params, std::uint32_t launch) {
  if (params.longest_pause_ns == 0) return;
  std::uint64_t x = params.seed + (static_cast<std::uint64_t>(board().rank) << 32) + launch;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  pause_ns((x ^ x >> 31) % params.longest_pause_ns);
}

template <DataType kType, ReduceOp kOp, Walk kWalk>
__global__ void __launch_bounds__(kMostThreads, 1) walk(const __grid_constant__ LaunchParams params) {
  Tracer tracer(params);
  BulkUses uses;
  if constexpr (kWalk != Walk::any) {
    if (!begin_launch<kWalk>(params, 0)) return;
    if (!walk_list<kType, kOp, kWalk>(params, tracer, uses)) return;
  } else {
#if __CUDA_ARCH__ >= 900
    init_bulk(params);
#endif
#pragma unroll 1
    for (std::uint32_t launch = 0; launch < params.launches; ++launch) {
      if (!begin_launch<kWalk>(params, launch)) return;
      pause_before(params, launch);
      if (!walk_list<kType, kOp, kWalk>(params, tracer, uses)) return;
      if (params.launches > 1 && !meet(params, launch)) return;
    }
  }
  tracer.finish();
  if (threadIdx.x == 0) count_launch(params, blockIdx.y, blockIdx.x);
}

template <DataType kType, ReduceOp kOp, Walk kWalk>
const void* kernel_of() {
  return reinterpret_cast<const void*>(&walk<kType, kOp, kWalk>);
}

}  // namespace purlin::cuda
