#pragma once
// Payload through registers: any span, any alignment. Threads share the bytes of an action 16 at a time where
// addresses allow, with several vectors in flight for each source.
#include "atom_cuda/datapath/copying.cuh"
#include "atom_cuda/datapath/flat.cuh"

namespace purlin::cuda {

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
#pragma unroll 1
  for (int s = 0; s < moved.head().sources; ++s) {
    const Fold fold = fold_of(moved, moved.source(s));
    Address from = place.in(moved, moved.source(s));
    none = none && fold.count == 0;
#pragma unroll 4
    for (std::int64_t k = 0; k < fold.count; ++k, from += static_cast<Address>(fold.stride))
      all = combine<kOp>(all, E::widen(load<Bits>(from)));
  }
  const Bits result = E::narrow(finished<kType, kOp>(all, moved.finish().divisor, none));
#pragma unroll 1
  for (int d = 0; d < moved.head().destinations; ++d) store(place.in(moved, moved.destination(d)), result);
}

/// One vector at one place that all ends align.
template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ void reduce_strided(const Moved& moved, const StridedPlace& place) {
  ReducingVector<kType, kOp> all;
  const int sources = moved.head().sources;
#pragma unroll 1
  for (int s = 0; s < sources; s += kLoadsInFlight) {
    uint4 operands[kLoadsInFlight] = {};
#pragma unroll
    for (int g = 0; g < kLoadsInFlight; ++g)
      if (s + g < sources) operands[g] = load<uint4>(place.in(moved, moved.source(s + g)));
#pragma unroll
    for (int g = 0; g < kLoadsInFlight; ++g)
      if (s + g < sources) all.fold(operands[g]);
  }
  const uint4 result = finished_vector<kType, kOp>(all, moved.finish().divisor, sources == 0);
#pragma unroll 1
  for (int d = 0; d < moved.head().destinations; ++d) store(place.in(moved, moved.destination(d)), result);
}

/// One vector at one place that aligns its destinations only.
template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ void reduce_shifted(const Moved& moved, const StridedPlace& place) {
  ReducingVector<kType, kOp> all;
  bool none = true;
#pragma unroll 1
  for (int s = 0; s < moved.head().sources; ++s) {
    const Fold fold = fold_of(moved, moved.source(s));
    Address from = place.in(moved, moved.source(s));
    none = none && fold.count == 0;
#pragma unroll 4
    for (std::int64_t k = 0; k < fold.count; ++k, from += static_cast<Address>(fold.stride))
      all.fold(load_shifted(from));
  }
  const uint4 result = finished_vector<kType, kOp>(all, moved.finish().divisor, none);
#pragma unroll 1
  for (int d = 0; d < moved.head().destinations; ++d) store(place.in(moved, moved.destination(d)), result);
}

template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ void reduce_run(const Moved& moved, StridedPlace place, Team team) {
  constexpr std::int64_t kUnit = sizeof(typename Element<kType>::Bits);
  const RunCut cut(moved, place);
#pragma unroll 1
  for (std::int64_t vector = team.thread; vector < cut.vectors; vector += team.threads) {
    place.within = cut.vector_at(vector);
    reduce_shifted<kType, kOp>(moved, place);
  }
#pragma unroll 1
  for (std::int64_t edge = team.from_last() * kUnit; edge < cut.edges; edge += team.threads * kUnit) {
    place.within = cut.edge_at(edge);
    reduce_element<kType, kOp>(moved, place);
  }
}

/// Several sources, or folds, into all destinations.
template <DataType kType, ReduceOp kOp>
__device__ __noinline__ void reduce_by_vectors(const Cell* cells) {
  constexpr std::int64_t kUnit = sizeof(typename Element<kType>::Bits);
  const Moved moved{cells};
  if (moved.extent().bytes == 0) return;
  if (unit_of(moved) == 16 && !moved.folds()) {
    const std::int64_t step = static_cast<std::int64_t>(blockDim.x) * 16;
#pragma unroll 1
    for (std::int64_t byte = threadIdx.x * 16; byte < moved.extent().bytes; byte += step)
      reduce_strided<kType, kOp>(moved, StridedPlace::of(moved, byte));
    return;
  }
  if (moved.extent().run >= kShortRun)
    return for_each_run(
        moved, [&](const StridedPlace& place, Team team) { reduce_run<kType, kOp>(moved, place, team); });
  const std::int64_t step = blockDim.x * kUnit;
#pragma unroll 1
  for (std::int64_t byte = threadIdx.x * kUnit; byte < moved.extent().bytes; byte += step)
    reduce_element<kType, kOp>(moved, StridedPlace::of(moved, byte));
}

}  // namespace purlin::cuda
