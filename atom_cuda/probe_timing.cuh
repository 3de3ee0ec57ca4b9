#pragma once
// How a probe times what it enqueues.
#include <algorithm>
#include <chrono>
#include <vector>

#include "atom_cuda/runtime.cuh"

namespace purlin::cuda {

inline constexpr int kProbeRepeats = 9;

inline double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Median seconds of what `enqueue(stream)` enqueues on a device; the first time does not count.
template <class Enqueue>
double time_on(int ordinal, Enqueue&& enqueue) {
  const OnDevice on(ordinal);
  const DeviceStream stream(ordinal);
  const DeviceEvent begin(ordinal), end(ordinal);
  std::vector<double> seconds;
  for (int i = 0; i <= kProbeRepeats; ++i) {
    begin.record(stream);
    enqueue(stream.get());
    end.record(stream);
    stream.synchronize();
    if (i > 0) seconds.push_back(seconds_between(begin, end));
  }
  return median_of(std::move(seconds));
}

/// The same of one of `count` launches captured in a graph.
template <class Enqueue>
double time_in_graph(int ordinal, int count, Enqueue&& enqueue) {
  const OnDevice on(ordinal);
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  const DeviceStream capturing(ordinal);
  PURLIN_CUDA(cudaStreamBeginCapture(capturing.get(), cudaStreamCaptureModeThreadLocal));
  for (int i = 0; i < count; ++i) enqueue(capturing.get());
  PURLIN_CUDA(cudaStreamEndCapture(capturing.get(), &graph));
  const cudaError_t error = cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphDestroy(graph);
  PURLIN_CUDA(error);
  const double seconds =
      time_on(ordinal, [&](cudaStream_t stream) { PURLIN_CUDA(cudaGraphLaunch(exec, stream)); });
  cudaGraphExecDestroy(exec);
  return seconds / count;
}

/// Median seconds that the host sees for `act`.
template <class Act>
double time_on_host(Act&& act) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> seconds;
  for (int i = 0; i <= 5 * kProbeRepeats; ++i) {
    const auto begin = Clock::now();
    act();
    if (i > 0) seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return median_of(std::move(seconds));
}

}  // namespace purlin::cuda
