#include "snac/host/drive.hpp"

#include <limits>
#include <thread>
#include <utility>

namespace purlin::host {
namespace {

/// How a thread that cannot go on spends its time: it yields, later sleeps, and in the end gives up.
class Patience {
 public:
  explicit Patience(std::chrono::nanoseconds timeout) : timeout_(timeout) {}

  void renew() { idle_ = blocked_ = false; }

  /// Without end: somebody of the own rank will move.
  void rest() {
    blocked_ = false;
    back_off(Clock::now());
  }

  /// False where a peer has been missing for too long.
  bool wait() {
    const Clock::time_point now = Clock::now();
    if (!std::exchange(blocked_, true)) blocked_since_ = now;
    back_off(now);
    return now - blocked_since_ <= timeout_;
  }

 private:
  static constexpr std::chrono::microseconds kYielding{1000}, kSleep{50};

  void back_off(Clock::time_point now) {
    if (!std::exchange(idle_, true)) idle_since_ = now;
    if (now - idle_since_ < kYielding)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(kSleep);
  }

  std::chrono::nanoseconds timeout_;
  bool idle_ = false, blocked_ = false;
  Clock::time_point idle_since_, blocked_since_;
};

/// Unless what it waits for has come at the last moment.
void give_up(Run& run, const Lane& lane) {
  Stand stand = lane.stand();
  if (stand.kind == Stand::Kind::waiting) run.abort.give_up({lane.rank(), lane.lane(), std::move(stand)});
}

}  // namespace

void drive(Run& run, Lane& lane) try {
  Patience patience(run.options.timeout);
  while (!run.abort.raised()) {
    switch (lane.step(std::numeric_limits<std::int64_t>::max())) {
      case Lane::Step::ended:
        return;
      case Lane::Step::moved:
        patience.renew();
        break;
      case Lane::Step::resting:
        patience.rest();
        break;
      case Lane::Step::blocked:
        if (!patience.wait()) give_up(run, lane);
    }
  }
} catch (...) {
  run.abort.fail(std::current_exception());
}

}  // namespace purlin::host
