#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <thread>

namespace purlin::host {

/// How a thread that cannot go on spends its time: it yields, later sleeps, the longer the more threads share
/// a core.
class BackOff {
 public:
  using Clock = std::chrono::steady_clock;

  explicit BackOff(std::size_t threads) : longest_(longest_sleep(threads)) {}

  void renew() { waits_ = false, sleep_ = kSleep; }

  void pause() { pause(Clock::now()); }
  void pause(Clock::time_point now) {
    if (!waits_) waits_ = true, since_ = now;
    if (now - since_ < kYielding) return std::this_thread::yield();
    std::this_thread::sleep_for(sleep_);
    sleep_ = std::min(2 * sleep_, longest_);
  }

 private:
  static constexpr std::chrono::microseconds kYielding{1000}, kSleep{50};

  static std::chrono::microseconds longest_sleep(std::size_t threads) {
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    return kSleep * static_cast<std::int64_t>(std::max<std::size_t>(1, threads / cores));
  }

  std::chrono::microseconds longest_, sleep_ = kSleep;
  bool waits_ = false;
  Clock::time_point since_;
};

}  // namespace purlin::host
