#pragma once
// Runs whose ends are aligned differently: most of a run goes in 16-byte vectors that its destinations align.
#include "atom_cuda/datapath/place.cuh"

namespace purlin::cuda {

inline constexpr std::int64_t kShortRun = 256;      // bytes: shorter runs are not cut into vectors
inline constexpr std::int64_t kLongRun = 8 * 1024;  // bytes: longer runs are shared by the whole lane

/// Threads that share a run: the whole lane, or a warp of it.
struct Team {
  int thread;
  int threads;
  __device__ __forceinline__ std::int64_t from_last() const { return threads - 1 - thread; }
};

/// Head bytes, vectors, tail bytes. Sources may be shifted against the destinations; then the edges are 16
/// bytes longer, so that loads of whole aligned vectors stay inside.
struct RunCut {
  std::int64_t head;
  std::int64_t vectors = 0;
  std::int64_t edges;  // bytes before and after

  __device__ __forceinline__ RunCut(const Moved& moved, const StridedPlace& start)
      : head(moved.extent().run), edges(head) {
    const std::uint64_t phase = start.in(moved, moved.destination(0)) & 15;
    const int sources = moved.head().sources, ends = sources + moved.head().destinations;
    bool shifted = moved.folds();
#pragma unroll 1
    for (int i = 0; i < ends; ++i) {
      const bool other = (start.in(moved, moved.source(i)) & 15) != phase;
      if (other && i >= sources) return;
      shifted = shifted || other;
    }
    const std::int64_t margin = shifted ? 16 : 0;
    const std::int64_t before = static_cast<std::int64_t>((16 - phase) & 15) + margin;
    const std::int64_t rest = edges - before - margin;
    if (rest < 16) return;
    head = before;
    vectors = rest / 16;
    edges -= 16 * vectors;
  }
  /// Beyond the last vector: the last.
  __device__ __forceinline__ std::int64_t vector_at(std::int64_t i) const {
    return head + 16 * min(i, vectors - 1);
  }
  __device__ __forceinline__ std::int64_t edge_at(std::int64_t i) const {
    return i < head ? i : i + 16 * vectors;
  }
};

template <class Do>
__device__ __forceinline__ void for_each_run(const Moved& moved, Do&& act) {
  const std::int64_t run = moved.extent().run, runs = divided(moved.extent().bytes, run).whole;
  const bool together = runs == 1 || run >= kLongRun;
  const Team team = together ? Team{static_cast<int>(threadIdx.x), static_cast<int>(blockDim.x)}
                             : Team{static_cast<int>(threadIdx.x % 32), 32};
  const std::int64_t teams = together ? 1 : blockDim.x / 32;
#pragma unroll 1
  for (std::int64_t r = together ? 0 : threadIdx.x / 32; r < runs; r += teams)
    act(StridedPlace(moved, r, 0), team);
}

}  // namespace purlin::cuda
