#pragma once
// Payload through shared memory by asynchronous bulk copies: a ring of buffers keeps pieces coming while
// others go. Needs 16-byte alignment everywhere; what lacks it goes by vectors.
#include "atom_cuda/datapath/bulk_shape.hpp"
#include "atom_cuda/datapath/vector.cuh"
#include "atom_cuda/ptx.cuh"

namespace purlin::cuda {

/// How often each ring went round, the same in all threads of a lane.
struct BulkUses {
  std::uint32_t copies = 0;
  std::uint32_t tiles = 0;
};

/// The part of dynamic shared memory that bulk copies have.
struct BulkMemory {
  std::uint64_t* loaded;  // barriers, one per buffer
  std::byte* buffers;
};

__device__ __forceinline__ BulkMemory bulk_memory(const LaunchParams& params) {
  auto* begin = reinterpret_cast<std::byte*>(bases()) + bulk_offset(params.ranks, params.page_cells);
  return {reinterpret_cast<std::uint64_t*>(begin), begin + kBulkBarrierBytes};
}

/// An action's bytes in pieces that do not cross runs.
struct Pieces {
  const Moved& moved;
  std::int64_t size;  // most bytes of a piece
  std::int64_t per_run;
  std::int64_t count;

  __device__ __forceinline__ Pieces(const Moved& m, std::int64_t most)
      : moved(m),
        size(most),
        per_run((m.extent().run + most - 1) / most),
        count(m.extent().bytes / m.extent().run * per_run) {}

  __device__ __forceinline__ StridedPlace place(std::int64_t piece) const {
    const Quotient quotient = divided(piece, per_run);
    return StridedPlace(moved, quotient.whole, quotient.rest * size);
  }
  __device__ __forceinline__ std::uint32_t bytes(const StridedPlace& place) const {
    return static_cast<std::uint32_t>(min(size, moved.extent().run - place.within));
  }
};

__device__ __forceinline__ bool fits_bulk(const Moved& moved) {
  return moved.extent().bytes > 0 && unit_of(moved) == 16 && !moved.folds() &&
         moved.extent().run >= kLeastBulkRun;
}

#if __CUDA_ARCH__ >= 900

__device__ __forceinline__ void init_bulk(const LaunchParams& params) {
  if (params.bulk_bytes == 0 || threadIdx.x != 0) return;
#pragma unroll 1
  for (int i = 0; i < kBulkStages + kReduceStages; ++i) ptx::init_barrier(bulk_memory(params).loaded + i, 1);
  ptx::fence_barrier_init();
}

/// One thread moves everything.
static __device__ __noinline__ void copy_pieces(const LaunchParams& params, const Cell* cells,
                                                std::uint32_t used) {
  const Moved moved{cells};
  const BulkMemory memory = bulk_memory(params);
  const Pieces pieces(moved, kBulkPiece);
  ptx::fence_proxy_async();
#pragma unroll 1
  for (std::int64_t i = 0; i < pieces.count + kBulkAhead; ++i) {
    if (i < pieces.count) {
      const std::uint32_t use = used + static_cast<std::uint32_t>(i), stage = use % kBulkStages;
      if (i >= kBulkStages) ptx::wait_bulk_stores_read<kBulkStages - 1 - kBulkAhead>();
      const StridedPlace place = pieces.place(i);
      const std::uint32_t bytes = pieces.bytes(place);
      ptx::arrive_expecting(memory.loaded + stage, bytes);
      ptx::bulk_load(memory.buffers + stage * kBulkPiece, place.in(moved, moved.source(0)), bytes,
                     memory.loaded + stage);
    }
    if (const std::int64_t ready = i - kBulkAhead; ready >= 0) {
      const std::uint32_t use = used + static_cast<std::uint32_t>(ready), stage = use % kBulkStages;
      const StridedPlace place = pieces.place(ready);
      ptx::wait_phase(memory.loaded + stage, use / kBulkStages & 1);
#pragma unroll 1
      for (int d = 0; d < moved.head().destinations; ++d)
        ptx::bulk_store(place.in(moved, moved.destination(d)), memory.buffers + stage * kBulkPiece,
                        pieces.bytes(place));
      ptx::commit_bulk_stores();
    }
  }
  ptx::wait_bulk_stores();
}

__device__ __forceinline__ void copy_by_bulk(const LaunchParams& params, const Moved& moved, BulkUses& uses) {
  if (!fits_bulk(moved)) return copy_by_vectors(moved.cells);
  if (threadIdx.x == 0) copy_pieces(params, moved.cells, uses.copies);
  uses.copies += static_cast<std::uint32_t>(Pieces(moved, kBulkPiece).count);
}

/// A tile of every source, loaded by one thread.
__device__ __forceinline__ void load_tile(const Moved& moved, const Pieces& pieces, std::int64_t tile,
                                          std::byte* buffers, std::uint64_t* loaded) {
  const StridedPlace place = pieces.place(tile);
  const std::uint32_t bytes = pieces.bytes(place);
  ptx::arrive_expecting(loaded, bytes * moved.head().sources);
#pragma unroll 1
  for (int s = 0; s < moved.head().sources; ++s)
    ptx::bulk_load(buffers + s * pieces.size, place.in(moved, moved.source(s)), bytes, loaded);
}

template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ void reduce_tile(const Moved& moved, const std::byte* buffers, std::int64_t pitch,
                                            std::uint32_t bytes, std::byte* results) {
  const int sources = moved.head().sources;
#pragma unroll 1
  for (std::uint32_t at = threadIdx.x * 16; at < bytes; at += blockDim.x * 16) {
    ReducingVector<kType, kOp> all;
#pragma unroll 4
    for (int s = 0; s < sources; ++s) all.fold(*reinterpret_cast<const uint4*>(buffers + s * pitch + at));
    *reinterpret_cast<uint4*>(results + at) = finished_vector<kType, kOp>(all, moved.finish().divisor, false);
  }
}

/// One thread loads and stores tiles; all threads reduce them.
template <DataType kType, ReduceOp kOp>
__device__ __noinline__ void reduce_tiles(const LaunchParams& params, const Cell* cells, std::uint32_t used) {
  const Moved moved{cells};
  const BulkMemory memory = bulk_memory(params);
  std::uint64_t* loaded = memory.loaded + kBulkStages;
  const std::int64_t size = reduce_tile_bytes(moved.head().sources);
  const Pieces tiles(moved, size);
  const std::int64_t stage_bytes = size * moved.head().sources;
  std::byte* results = memory.buffers + kReduceStages * stage_bytes;
  const auto load = [&](std::int64_t tile) {
    const std::uint32_t stage = (used + static_cast<std::uint32_t>(tile)) % kReduceStages;
    load_tile(moved, tiles, tile, memory.buffers + stage * stage_bytes, loaded + stage);
  };
  if (threadIdx.x == 0) {
    ptx::fence_proxy_async();
#pragma unroll 1
    for (std::int64_t i = 0; i < min(tiles.count, std::int64_t{kReduceStages - 1}); ++i) load(i);
  }
#pragma unroll 1
  for (std::int64_t i = 0; i < tiles.count; ++i) {
    if (threadIdx.x == 0 && i + kReduceStages - 1 < tiles.count) load(i + kReduceStages - 1);
    const std::uint32_t use = used + static_cast<std::uint32_t>(i), stage = use % kReduceStages;
    const StridedPlace place = tiles.place(i);
    std::byte* result = results + i % 2 * size;
    ptx::wait_phase(loaded + stage, use / kReduceStages & 1);
    reduce_tile<kType, kOp>(moved, memory.buffers + stage * stage_bytes, size, tiles.bytes(place), result);
    ptx::fence_proxy_async_shared();
    if (threadIdx.x == 0) ptx::wait_bulk_stores_read<0>();
    __syncthreads();
    if (threadIdx.x == 0) {
#pragma unroll 1
      for (int d = 0; d < moved.head().destinations; ++d)
        ptx::bulk_store(place.in(moved, moved.destination(d)), result, tiles.bytes(place));
      ptx::commit_bulk_stores();
    }
  }
  if (threadIdx.x == 0) ptx::wait_bulk_stores();
}

template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ void reduce_by_bulk(const LaunchParams& params, const Moved& moved,
                                               BulkUses& uses) {
  if (!fits_bulk(moved) || moved.head().sources > kMostBulkSources || moved.head().sources == 0)
    return reduce_by_vectors<kType, kOp>(moved.cells);
  reduce_tiles<kType, kOp>(params, moved.cells, uses.tiles);
  uses.tiles += static_cast<std::uint32_t>(Pieces(moved, reduce_tile_bytes(moved.head().sources)).count);
}

#endif

}  // namespace purlin::cuda
