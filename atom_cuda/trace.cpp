#include <algorithm>
#include <limits>

#include "atom_cuda/stream_state.cuh"

namespace purlin::cuda {
namespace {

/// A lane's ticks as the device's nanoseconds. Short launches take the nominal rate: the device's clock is
/// coarse.
class LaneClock {
 public:
  LaneClock(const TraceClock& clock, double nominal_Hz) : clock_(clock), ns_per_tick_(1e9 / nominal_Hz) {
    const auto ns = static_cast<double>(clock.end_ns - clock.begin_ns);
    const auto ticks = static_cast<double>(clock.end_ticks - clock.begin_ticks);
    if (ns > 1e6 && ticks > 0) ns_per_tick_ = ns / ticks;
  }
  double seconds(std::int64_t ticks, std::uint64_t zero_ns) const {
    const auto since = static_cast<double>(clock_.begin_ns - zero_ns);
    return 1e-9 * (since + static_cast<double>(ticks - clock_.begin_ticks) * ns_per_tick_);
  }

 private:
  const TraceClock& clock_;
  double ns_per_tick_;
};

template <class T>
std::vector<T> downloaded(const DeviceMemory& memory) {
  std::vector<T> values(static_cast<std::size_t>(memory.size()) / sizeof(T));
  memory.download(values.data(), memory.size());
  return values;
}

void read_part(const PlanState& plan, const PlanState::Part& part, double clock_Hz,
               std::vector<TraceEvent>& events) {
  const auto records = downloaded<TraceRecord>(part.trace);
  const auto clocks = downloaded<TraceClock>(part.clocks);
  std::uint64_t zero_ns = std::numeric_limits<std::uint64_t>::max();
  for (const TraceClock& clock : clocks)
    if (clock.begin_ns != 0) zero_ns = std::min(zero_ns, clock.begin_ns);
  const auto lanes = static_cast<std::size_t>(plan.schedule->lanes);
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    const LaneClock clock(clocks[i], clock_Hz);
    for (std::size_t action = 0; action < plan.trace_actions; ++action) {
      const TraceRecord& record = records[i * plan.trace_actions + action];
      if (record.end_ticks != 0)
        events.push_back({part.rows[i / lanes], static_cast<int>(i % lanes),
                          static_cast<std::int64_t>(action), clock.seconds(record.begin_ticks, zero_ns),
                          clock.seconds(record.end_ticks, zero_ns)});
    }
  }
}

}  // namespace

std::vector<TraceEvent> read_trace(const PlanState& plan, const std::vector<Device>& devices) {
  std::vector<TraceEvent> events;
  for (std::size_t d = 0; d < plan.parts.size(); ++d)
    read_part(plan, plan.parts[d], devices[d].clock_Hz, events);
  return events;
}

}  // namespace purlin::cuda
