#pragma once
// Payload through registers: any span, any alignment. Threads share the bytes of an action 16 at a time where
// addresses allow, with several vectors in flight for each source.
#include "atom_cuda/datapath/copying.cuh"
#include "atom_cuda/datapath/reducing.cuh"

namespace purlin::cuda {

inline constexpr int kLoadsInFlight = 8;  // 16 bytes each, by a thread

/// Vectors `step` bytes apart, from all sources into all destinations.
template <DataType kType, ReduceOp kOp, int kVectors, class Place>
__device__ __forceinline__ void reduce_vectors(const Moved& moved, std::int64_t byte, std::int64_t step) {
  constexpr int kGroup = kLoadsInFlight / kVectors;
  ReducingVector<kType, kOp> all[kVectors];
  const int sources = moved.head().sources;
  for (int s = 0; s < sources; s += kGroup) {
    uint4 operands[kGroup][kVectors] = {};
#pragma unroll
    for (int g = 0; g < kGroup; ++g)
      if (s + g < sources) {
#pragma unroll
        for (int v = 0; v < kVectors; ++v)
          operands[g][v] = load<uint4>(Place::of(moved, byte + v * step).in(moved, moved.source(s + g)));
      }
#pragma unroll
    for (int g = 0; g < kGroup; ++g)
      if (s + g < sources) {
#pragma unroll
        for (int v = 0; v < kVectors; ++v) all[v].fold(operands[g][v]);
      }
  }
  uint4 results[kVectors];
#pragma unroll
  for (int v = 0; v < kVectors; ++v)
    results[v] = finished_vector<kType, kOp>(all[v], moved.finish().divisor, sources == 0);
  const int destinations = moved.head().destinations;
  for (int d = 0; d < destinations; ++d)
#pragma unroll
    for (int v = 0; v < kVectors; ++v)
      store(Place::of(moved, byte + v * step).in(moved, moved.destination(d)), results[v]);
}

template <DataType kType, ReduceOp kOp, int kVectors, class Place>
__device__ __forceinline__ void reduce_even(const Moved& moved) {
  const std::int64_t bytes = moved.extent().bytes, step = static_cast<std::int64_t>(blockDim.x) * 16;
  std::int64_t byte = threadIdx.x * 16;
  if constexpr (kVectors > 1)
    for (; byte + (kVectors - 1) * step < bytes; byte += kVectors * step)
      reduce_vectors<kType, kOp, kVectors, Place>(moved, byte, step);
  for (; byte < bytes; byte += step) reduce_vectors<kType, kOp, 1, Place>(moved, byte, step);
}

/// What of a source is to be folded, innermost.
__device__ __forceinline__ Fold fold_of(const Moved& moved, const Cell* end) {
  return moved.folds() ? as<Fold>(end + 1) : Fold{1, 0};
}

/// One element at one place.
template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ void reduce_element(const Moved& moved, const StridedPlace& place) {
  using E = Element<kType>;
  using Bits = typename E::Bits;
  typename E::Wide all = neutral<kOp, kType>();
  bool none = true;
  for (int s = 0; s < moved.head().sources; ++s) {
    const Fold fold = fold_of(moved, moved.source(s));
    Address from = place.in(moved, moved.source(s));
    none = none && fold.count == 0;
#pragma unroll 4
    for (std::int64_t k = 0; k < fold.count; ++k, from += static_cast<Address>(fold.stride))
      all = combine<kOp>(all, E::widen(load<Bits>(from)));
  }
  const Bits result = E::narrow(finished<kType, kOp>(all, moved.finish().divisor, none));
  for (int d = 0; d < moved.head().destinations; ++d) store(place.in(moved, moved.destination(d)), result);
}

/// One vector at one place that aligns its destinations only.
template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ void reduce_shifted(const Moved& moved, const StridedPlace& place) {
  ReducingVector<kType, kOp> all;
  bool none = true;
  for (int s = 0; s < moved.head().sources; ++s) {
    const Fold fold = fold_of(moved, moved.source(s));
    Address from = place.in(moved, moved.source(s));
    none = none && fold.count == 0;
#pragma unroll 4
    for (std::int64_t k = 0; k < fold.count; ++k, from += static_cast<Address>(fold.stride))
      all.fold(load_shifted(from));
  }
  const uint4 result = finished_vector<kType, kOp>(all, moved.finish().divisor, none);
  for (int d = 0; d < moved.head().destinations; ++d) store(place.in(moved, moved.destination(d)), result);
}

template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ void reduce_run(const Moved& moved, StridedPlace place, Team team) {
  constexpr std::int64_t kUnit = sizeof(typename Element<kType>::Bits);
  const RunCut cut(moved, place);
  for (std::int64_t vector = team.thread; vector < cut.vectors; vector += team.threads) {
    place.within = cut.vector_at(vector);
    reduce_shifted<kType, kOp>(moved, place);
  }
  for (std::int64_t edge = team.from_last() * kUnit; edge < cut.edges; edge += team.threads * kUnit) {
    place.within = cut.edge_at(edge);
    reduce_element<kType, kOp>(moved, place);
  }
}

template <DataType kType, ReduceOp kOp>
__device__ __noinline__ void reduce_uneven(const Cell* cells) {
  constexpr std::int64_t kUnit = sizeof(typename Element<kType>::Bits);
  const Moved moved{cells};
  if (unit_of(moved) == 16 && !moved.folds()) return reduce_even<kType, kOp, 1, StridedPlace>(moved);
  if (moved.extent().run >= kShortRun)
    return for_each_run(
        moved, [&](const StridedPlace& place, Team team) { reduce_run<kType, kOp>(moved, place, team); });
  const std::int64_t step = blockDim.x * kUnit;
  for (std::int64_t byte = threadIdx.x * kUnit; byte < moved.extent().bytes; byte += step)
    reduce_element<kType, kOp>(moved, StridedPlace::of(moved, byte));
}

/// Several sources, or folds, into all destinations.
template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ void reduce_by_vectors(const Moved& moved) {
  constexpr int kVectors = sizeof(typename Element<kType>::Bits) == 1 ? 1 : 2;
  if (moved.extent().bytes == 0) return;
  if (moved.head().dims == 0 && unit_of(moved) == 16 && !moved.folds())
    return reduce_even<kType, kOp, kVectors, FlatPlace>(moved);
  reduce_uneven<kType, kOp>(moved.cells);
}

}  // namespace purlin::cuda
