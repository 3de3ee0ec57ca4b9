#pragma once
// A lane of copies: a stream of its own beside the walking kernel. Small kernels await and notify, so that
// epochs stay in device memory; the copies between them take no multiprocessor.
#include <vector>

#include "atom_cuda/device_list.hpp"
#include "atom_cuda/launch_params.hpp"
#include "atom_cuda/runtime.cuh"
#include "snac/atom.hpp"
#include "snac/schedule.hpp"

namespace purlin::cuda {

/// The program of one lane of one rank: signals in batches, each a list that ends, and the copies after each
/// batch.
struct CopyLane {
  struct Step {
    std::int64_t cells = 0;  // where the batch starts in `lists`
    std::vector<std::pair<Span, Span>> copies;
  };
  Rank rank;
  int lane = 0;
  int row = 0;
  int epoch_cell = 0;
  bool absent = false;
  bool touches_windows = false;
  std::vector<Step> steps;
  DeviceMemory lists;
};

CopyLane lower_copy_lane(const Schedule& schedule, Rank rank, int lane, std::span<const Injection> injections,
                         int ordinal);

/// `half` is the launch's; captured lanes touch no windows.
void enqueue_copy_lane(const CopyLane& lane, const LaunchParams& params, std::span<const std::uint64_t> bases,
                       std::uint64_t half, cudaStream_t stream);

/// Awaits and notifies of a list, as one small kernel; the last of a launch counts it.
struct SignalBatch {
  const Cell* cells = nullptr;
  std::uint32_t rank = 0;
  std::uint32_t lane = 0;
  std::uint32_t row = 0;
  std::uint32_t epoch_cell = 0;
  bool last = false;
};
void launch_signals(const LaunchParams& params, const SignalBatch& batch, cudaStream_t stream);
const void* signals_kernel();

}  // namespace purlin::cuda
