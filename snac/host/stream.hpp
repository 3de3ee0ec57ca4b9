#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "snac/atom.hpp"
#include "snac/verify/verify.hpp"

namespace purlin::host {

using purlin::Injection;
using purlin::LaunchOptions;
using purlin::RankBuffers;

/// A schedule and the caller's memory for it, one entry per rank.
struct Work {
  const VerifiedSchedule& schedule;
  std::span<const RankBuffers> buffers;
};

/// Many launches during which nobody waits for the slowest: each rank goes on as soon as its own lanes ended.
struct SoakOptions : LaunchOptions {
  std::int64_t launches = 100;  // works are taken in turn
  std::uint64_t seed = 1;
  std::chrono::nanoseconds jitter =
      std::chrono::microseconds(20);  // longest of the random pauses between actions
  bool one_thread = false;            // lanes stepped in a random order instead of run by threads
  /// Called by each rank around each of its launches, with the launch's number; ranks call concurrently.
  std::function<void(Rank, std::int64_t)> before = {}, after = {};
};

/// What launches on one stream share: windows, signals and one epoch. Plans of any size may alternate on it,
/// as long as each is a rendezvous.
class Stream {
 public:
  explicit Stream(int ranks);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// One launch on all ranks, one thread per lane. Returns when every lane ended; after a hang the stream has
  /// recovered and takes the next launch.
  RunReport launch(const VerifiedSchedule& schedule, std::span<const RankBuffers> buffers,
                   const LaunchOptions& options = {});

  /// The same launch in one thread, lanes stepped in a seeded random order: every seed another interleaving.
  RunReport interleave(const VerifiedSchedule& schedule, std::span<const RankBuffers> buffers,
                       std::uint64_t seed, const LaunchOptions& options = {});

  /// Launches in a row, in which ranks run ahead of each other as far as the schedules let them.
  RunReport soak(std::span<const Work> works, const SoakOptions& options);

  /// The number of the last launch; the next is one more.
  std::uint64_t epoch() const;
  /// For tests: continue counting launches from here, forward only.
  void jump_to_epoch(std::uint64_t epoch);

  /// Actions finished so far in the run under way (else in the last one), [rank][lane]. For any thread.
  std::vector<std::vector<std::int64_t>> progress() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace purlin::host
