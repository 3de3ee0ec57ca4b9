#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "snac/atom.hpp"

namespace purlin {

/// How a schedule is tried: with fresh data each time, poisoned outputs and guard bands.
struct TrialOptions {
  LaunchOptions launch;
  int interleavings = 16;  // single launches, each in another order of what its lanes do
  int launches = 16;       // in a row, ranks running ahead; 0: none
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

}  // namespace purlin
