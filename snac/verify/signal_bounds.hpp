#pragma once
#include <string>

#include "snac/schedule.hpp"

namespace purlin {

struct SignalCount {
  std::int64_t notifications = 0;  // one per rank notified
  std::int64_t waits = 0;
  std::int64_t unread = 0;   // notifications that nobody awaits: no fault, but odd
  std::string first_unread;  // which
};

/// Slots exist, have their one producer and count their notifications; waits stay within a launch's count.
/// Throws a Counterexample. Relies on tables of the right sizes.
SignalCount check_signal_bounds(const Schedule& schedule);

}  // namespace purlin
