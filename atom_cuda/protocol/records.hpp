#pragma once
#include <cstdint>

namespace purlin::cuda {

/// What a lane's wait that gave up leaves behind, in mapped host memory; one per lane of a device.
struct WaitRecord {
  std::uint32_t written = 0;  // last, once all else is there
  std::uint32_t first = 0;    // this one raised the abort; the others followed it
  std::uint32_t action = 0;
  std::int32_t slot = -1;      // of the waiting rank; -1: packets
  std::int64_t offset = 0;     // of the packet, bytes into the half of the packet window
  std::uint32_t expected = 0;  // ordinal or turn
  std::uint32_t seen = 0;
  std::uint64_t epoch = 0;  // of the launch
};

/// One action of one lane as it ran. Ticks count one multiprocessor's cycles, times are the device's.
struct TraceRecord {
  std::int64_t begin_ticks = 0;
  std::int64_t end_ticks = 0;
};

/// Both clocks of a lane's multiprocessor as its launch began and ended: ticks become times between them.
struct TraceClock {
  std::int64_t begin_ticks = 0;
  std::int64_t end_ticks = 0;
  std::uint64_t begin_ns = 0;
  std::uint64_t end_ns = 0;
};

}  // namespace purlin::cuda
