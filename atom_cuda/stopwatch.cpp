#include "atom_cuda/stopwatch.cuh"

#include <algorithm>

namespace purlin::cuda {

Stopwatch::Stopwatch(StreamState& stream) : stream_(stream) {
  for (const StreamState::Part& part : stream.parts)
    begin_.emplace_back(part.ordinal), end_.emplace_back(part.ordinal);
}

void Stopwatch::record(const std::vector<DeviceEvent>& events) {
  for (std::size_t d = 0; d < events.size(); ++d) events[d].record(stream_.parts[d].stream);
}

double Stopwatch::seconds() const {
  double most = 0;
  for (std::size_t d = 0; d < begin_.size(); ++d) most = std::max(most, seconds_between(begin_[d], end_[d]));
  return most;
}

}  // namespace purlin::cuda
