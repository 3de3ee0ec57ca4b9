#pragma once
#include <functional>
#include <string>

#include "snac/host/stream.hpp"

namespace purlin::host {

/// How a schedule is tried: with fresh data each time, poisoned outputs and guard bands.
struct TrialOptions {
  LaunchOptions launch;
  int interleavings = 16;  // of one launch, in one thread, each in another order
  int launches = 16;       // in a row on threads, ranks running ahead; 0: none
  std::uint64_t seed = 1;
  /// Called before every launch with those done and those to do; false ends the trial.
  std::function<bool(int done, int of)> go_on = {};
};

struct Trial {
  std::int64_t interleavings = 0;  // done
  std::int64_t launches = 0;       // done while ranks ran ahead
  std::int64_t elements = 0;       // compared with the reference
  std::string counterexample;      // empty where all is right
  std::optional<HangReport> hang;
  bool interrupted = false;

  bool passed() const { return counterexample.empty() && !hang; }
};

/// Executes `schedule` on the host under permuted interleavings, then in a soak, and compares with the
/// reference computed from the layouts.
Trial try_out(const VerifiedSchedule& schedule, const TrialOptions& options);

/// Bytes that `try_out` takes.
std::int64_t bytes_to_try(const Schedule& schedule);

}  // namespace purlin::host
