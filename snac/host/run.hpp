#pragma once
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>

#include "snac/host/hang.hpp"

namespace purlin::host {

using Clock = std::chrono::steady_clock;

/// Raised once and seen by every lane: somebody gave up waiting, or a caller's function threw.
class Abort {
 public:
  struct Site {
    Rank rank;
    int lane = 0;
    Stand stand;  // waiting, when it gave up
  };
  bool raised() const { return raised_.load(std::memory_order_acquire); }
  void give_up(Site site);
  void fail(std::exception_ptr error);

  /// Once all lanes ended: who gave up first, if anyone; throws what a caller's function threw.
  std::optional<Site> first() const;

 private:
  std::atomic<bool> raised_ = false;
  std::mutex mutex_;
  std::optional<Site> first_;
  std::exception_ptr error_;
};

/// Where the lanes of one rank meet between launches.
struct Meeting {
  std::atomic<std::int64_t> opened = 0;  // launches that the rank's first lane has opened
  std::atomic<std::int64_t> ended = 0;   // lanes that ended a launch, over all launches
  std::atomic<std::int64_t> last_end_ns = 0;
  LaunchMemory memory;  // of the launch under way; written by the first lane while nobody is inside
  Clock::time_point began;
  std::vector<double> launch_s;
};

/// What the lanes of one run share: `launches` launches of `works` in turn.
struct Run {
  std::span<const Work> works;
  const SoakOptions& options;
  const SharedMemory& shared;
  int lanes = 1;  // the most that a work has
  std::uint64_t first_epoch = 1;
  Clock::time_point began;
  std::vector<Meeting> meetings;  // per rank
  Abort abort;

  const Work& work(std::int64_t launch) const {
    return works[static_cast<std::size_t>(launch % std::ssize(works))];
  }
};

}  // namespace purlin::host
