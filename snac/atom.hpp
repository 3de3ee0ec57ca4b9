#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spec/ids.hpp"

namespace purlin {

/// The caller's memory of one rank, sized as `Schedule::buffers` says. Owned by the caller; on the rank's
/// device where the Atom has devices.
struct RankBuffers {
  std::span<std::byte> input;
  std::span<std::byte> output;
};

/// A fault to inject, for tests: `delay` before the lane's action-th action, `drop` of its action-th notify
/// or put_packets (both from 0), or a rank that is `absent` from the run.
struct Injection {
  enum class Kind { delay, drop, absent };
  Kind kind = Kind::drop;
  Rank rank;
  int lane = 0;
  std::int64_t action = 0;
  std::chrono::nanoseconds time{0};
};

struct LaunchOptions {
  std::chrono::nanoseconds timeout = std::chrono::seconds(10);  // of each wait
  std::vector<Injection> injections;
  bool trace = false;
};

/// A wait that gave up: who waited for what, and the chain of waits down to the rank that did not arrive.
struct HangReport {
  struct Waiter {
    Rank rank;
    int lane = 0;
    std::int64_t action = 0;     // index in the lane's program
    std::string signal;          // e.g. "ready of rank 3, lane 0"
    std::uint64_t expected = 0;  // ordinal in this launch
    std::uint64_t seen = 0;
    Rank producer;  // who should have notified
  };
  Waiter first;
  std::vector<Waiter> chain;    // from `first` on, each waiting for the next one's rank
  std::optional<Rank> culprit;  // the rank that did not arrive
  std::string cause;            // e.g. "rank 3 never launched", "lane 0 of rank 3 skipped action 2"
};

/// One action as it ran, seconds since the launch began.
struct TraceEvent {
  Rank rank;
  int lane = 0;
  std::int64_t action = 0;
  double begin_s = 0;
  double end_s = 0;
};

/// What an execution says: times of the launches, a trace on request, or why it stopped.
struct RunReport {
  std::vector<double> launch_s;  // per launch, maximum over ranks
  std::vector<TraceEvent> trace;
  std::optional<HangReport> hang;
};

}  // namespace purlin
