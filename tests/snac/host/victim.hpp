#pragma once
#include <string>

#include "snac/host/caller_memory.hpp"

namespace purlin::testing {

/// Where a fault hits a lane, and what a report should say of it.
struct Fault {
  Injection injection;
  std::string cause;
};
Fault absent(Rank rank);
/// Of the lane's `ordinal`-th notify or put_packets.
Fault drop(const Schedule& schedule, Rank rank, int lane, std::int64_t ordinal);
Fault delay(const Schedule& schedule, Rank rank, int lane, std::int64_t action, std::chrono::nanoseconds);

/// Notifies and put_packets of a program.
std::int64_t count_notifies(const Program& program);

/// A schedule with memory and a stream, to be hurt again and again.
class Victim {
 public:
  explicit Victim(const VerifiedSchedule& schedule);

  /// In one thread. Checks that the fault ends in its report, or that nobody missed anything and the data are
  /// right; says whether it was the report.
  bool suffers(const Fault& fault);
  /// The same on threads, where a loaded machine may seem to be the fault: then waits get more time, at last
  /// that of users.
  bool suffers_on_threads(Fault fault);
  /// On threads, many launches in a row: the first that misses something is the last for all.
  void stops(const Fault& fault);
  /// Launches without a fault give right data.
  void works();

 private:
  LaunchOptions with(const Fault& fault) const;
  void check_report(const HangReport& hang, const Fault& fault) const;
  void check_waiter(const HangReport::Waiter& waiter) const;
  void check_data();

  const VerifiedSchedule& schedule_;
  host::CallerMemory memory_;
  host::Stream stream_;
  std::int64_t launch_ = 0;
};

}  // namespace purlin::testing
