#pragma once
// One source into all destinations, through registers.
#include "atom_cuda/datapath/memory.cuh"
#include "atom_cuda/datapath/place.cuh"
#include "atom_cuda/datapath/run_cut.cuh"

namespace purlin::cuda {

/// Vectors `step` bytes apart, loaded together.
template <int kVectors>
__device__ __forceinline__ void copy_vectors(const Moved& moved, std::int64_t byte, std::int64_t step) {
  StridedPlace places[kVectors];
  uint4 vectors[kVectors];
#pragma unroll
  for (int v = 0; v < kVectors; ++v) {
    places[v] = StridedPlace::of(moved, byte + v * step);
    vectors[v] = load<uint4>(places[v].in(moved, moved.source(0)));
  }
  const int destinations = moved.head().destinations;
#pragma unroll 1
  for (int d = 0; d < destinations; ++d)
#pragma unroll
    for (int v = 0; v < kVectors; ++v) store(places[v].in(moved, moved.destination(d)), vectors[v]);
}

__device__ __forceinline__ void copy_even(const Moved& moved) {
  constexpr int kVectors = 4;
  const std::int64_t bytes = moved.extent().bytes, step = static_cast<std::int64_t>(blockDim.x) * 16;
  std::int64_t byte = threadIdx.x * 16;
#pragma unroll 1
  for (; byte + (kVectors - 1) * step < bytes; byte += kVectors * step)
    copy_vectors<kVectors>(moved, byte, step);
#pragma unroll 1
  for (; byte < bytes; byte += step) copy_vectors<1>(moved, byte, step);
}

/// Units smaller than 16 bytes: every byte of short runs, and the edges of long ones.
__device__ __forceinline__ void copy_unit(const Moved& moved, const StridedPlace& place, std::uint32_t unit) {
  const std::uint64_t value = load_small(place.in(moved, moved.source(0)), unit);
#pragma unroll 1
  for (int d = 0; d < moved.head().destinations; ++d)
    store_small(place.in(moved, moved.destination(d)), value, unit);
}

__device__ __forceinline__ void copy_run(const Moved& moved, StridedPlace place, Team team,
                                         std::uint32_t unit) {
  constexpr int kVectors = 4;
  const RunCut cut(moved, place);
#pragma unroll 1
  for (std::int64_t first = team.thread; first < cut.vectors; first += team.threads * kVectors) {
    uint4 vectors[kVectors];
#pragma unroll
    for (int v = 0; v < kVectors; ++v) {
      place.within = cut.vector_at(first + v * team.threads);
      vectors[v] = load_shifted(place.in(moved, moved.source(0)));
    }
#pragma unroll 1
    for (int d = 0; d < moved.head().destinations; ++d)
#pragma unroll
      for (int v = 0; v < kVectors; ++v) {
        place.within = cut.vector_at(first + v * team.threads);
        if (first + v * team.threads < cut.vectors) store(place.in(moved, moved.destination(d)), vectors[v]);
      }
  }
#pragma unroll 1
  for (std::int64_t edge = team.from_last() * unit; edge < cut.edges; edge += team.threads * unit) {
    place.within = cut.edge_at(edge);
    copy_unit(moved, place, unit);
  }
}

static __device__ __noinline__ void copy_by_vectors(const Cell* cells) {
  const Moved moved{cells};
  if (moved.extent().bytes == 0) return;
  const std::uint32_t unit = unit_of(moved);
  if (unit == 16) return copy_even(moved);
  if (moved.extent().run >= kShortRun)
    return for_each_run(moved,
                        [&](const StridedPlace& place, Team team) { copy_run(moved, place, team, unit); });
  const std::int64_t step = static_cast<std::int64_t>(blockDim.x) * unit;
#pragma unroll 1
  for (std::int64_t byte = threadIdx.x * unit; byte < moved.extent().bytes; byte += step)
    copy_unit(moved, StridedPlace::of(moved, byte), unit);
}

}  // namespace purlin::cuda
