#pragma once
#include "atom_cuda/stream_state.cuh"

namespace purlin::cuda {

/// Events around what is enqueued on a stream, on every device.
class Stopwatch {
 public:
  explicit Stopwatch(StreamState& stream);
  void start() { record(begin_); }
  void stop() { record(end_); }
  /// Maximum over devices, once everything ended.
  double seconds() const;

 private:
  void record(const std::vector<DeviceEvent>& events);
  StreamState& stream_;
  std::vector<DeviceEvent> begin_, end_;
};

}  // namespace purlin::cuda
