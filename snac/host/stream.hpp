#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "snac/atom.hpp"
#include "snac/verify/verify.hpp"

namespace purlin::host {

/// The caller's memory of one rank, sized as `Schedule::buffers` says. Owned by the caller.
struct RankBuffers {
  std::span<std::byte> input;
  std::span<std::byte> output;
};

/// A fault to inject, for tests: `delay` before the action, `drop` the lane's action-th notify, or a rank
/// that is `absent` from the launch.
struct Injection {
  enum class Kind { delay, drop, absent };
  Kind kind = Kind::drop;
  Rank rank;
  int lane = 0;
  std::int64_t action = 0;
  std::chrono::nanoseconds time{0};
};

struct LaunchOptions {
  std::chrono::nanoseconds timeout = std::chrono::seconds(10);
  std::vector<Injection> injections;
  bool trace = false;
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

  /// For tests: continue counting launches from here, forward only.
  void jump_to_epoch(std::uint64_t epoch);
  std::uint64_t epoch() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace purlin::host
