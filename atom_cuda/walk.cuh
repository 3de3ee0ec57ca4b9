#pragma once
// The kernel: each block is a lane of a rank that walks its list. A template over element type and reduction,
// never over a collective; copies and packets are untyped.
#include "atom_cuda/datapath/bulk.cuh"
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

__device__ __forceinline__ void fetch_page(const LaunchParams& params, const Cell* from, std::uint32_t page) {
  Cell* to = page_buffer(params, page);
  for (std::uint32_t i = threadIdx.x; i < params.page_cells; i += blockDim.x)
    ptx::copy_async_16(to + i, from + i);
}

/// First page, addresses, epoch: loaded at once, so that a launch pays one latency for them. False: aborted
/// before.
__device__ __forceinline__ bool begin_launch(const LaunchParams& params, std::uint32_t launch) {
  const std::uint32_t index = blockIdx.y * gridDim.x + blockIdx.x;
  fetch_page(params, params.cells + static_cast<std::size_t>(index) * params.page_cells, 0);
  const std::uint64_t epoch = __ldcg(epoch_cells(params, blockIdx.y) + blockIdx.x) + launch + 1;
  const bool aborted = *params.abort != 0;
  load_bases(params, epoch, launch);
  ptx::wait_copies_async();
  const bool go = !__syncthreads_or(aborted);
  const PageHead& head = as<PageHead>(page_buffer(params, 0));
  if (threadIdx.x == 0)
    board() = {epoch, params.alignment, head.rank, blockIdx.y * params.lanes + head.lane, 0};
  __syncthreads();
  return go && head.absent == 0;
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
  copy_by_vectors(moved);
}

template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ void reduce(const LaunchParams& params, const Moved& moved, BulkUses& uses) {
  if constexpr (kOp != ReduceOp::copy) {
#if __CUDA_ARCH__ >= 900
    if (moved.head().datapath == Datapath::bulk) return reduce_by_bulk<kType, kOp>(params, moved, uses);
    if (moved.head().datapath == Datapath::multicast) return move_by_multicast<kType, kOp>(moved.cells);
#endif
    reduce_by_vectors<kType, kOp>(moved);
  }
}

template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ bool take(const LaunchParams& params, const Cell* cells) {
  if (as<Head>(cells).op == static_cast<std::uint8_t>(ReduceOp::copy))
    return take_packets<CopyWord>(params, cells);
  if constexpr (kOp != ReduceOp::copy) return take_packets<ReduceWord<kType, kOp>>(params, cells);
  return true;
}

/// One action; false where a wait gave up.
template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ bool perform(const LaunchParams& params, const Cell* cells, BulkUses& uses) {
  switch (as<Head>(cells).kind) {
    case DeviceKind::notify:
      if (threadIdx.x < 32) notify(cells);
      return true;
    case DeviceKind::await:
      return threadIdx.x >= 32 || await(params, cells);
    case DeviceKind::copy:
      copy(params, {cells}, uses);
      return true;
    case DeviceKind::reduce:
      if (is_copy({cells}))
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

/// The list, page by page; the next page is fetched while this one is walked. False where a wait gave up.
template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ bool walk_list(const LaunchParams& params, Tracer& tracer, BulkUses& uses) {
  bool gave_up = false;
  for (std::uint32_t page = 0;; ++page) {
    const Cell* cells = page_buffer(params, page);
    const PageHead& top = as<PageHead>(cells);
    if (top.next != 0) fetch_page(params, params.cells + top.next, page + 1);
    for (cells += 1;; cells += as<Head>(cells).cells) {
      const Head head = as<Head>(cells);
      if (head.kind == DeviceKind::end) return !gave_up;
      if (head.kind == DeviceKind::turn) break;
      if ((head.flags & kSync) && __syncthreads_or(gave_up)) return false;
      tracer.begin();
      if (!gave_up) gave_up = !perform<kType, kOp>(params, cells, uses);
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

template <DataType kType, ReduceOp kOp>
__global__ void __launch_bounds__(kMostThreads, 1) walk(const __grid_constant__ LaunchParams params) {
  Tracer tracer(params);
  BulkUses uses;
#if __CUDA_ARCH__ >= 900
  init_bulk(params);
#endif
  for (std::uint32_t launch = 0; launch < params.launches; ++launch) {
    if (!begin_launch(params, launch)) return;
    pause_before(params, launch);
    if (!walk_list<kType, kOp>(params, tracer, uses)) return;
    if (params.launches > 1 && !meet(params, launch)) return;
  }
  tracer.finish();
  if (threadIdx.x == 0) count_launch(params, blockIdx.y, blockIdx.x);
}

}  // namespace purlin::cuda
