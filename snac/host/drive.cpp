#include "snac/host/drive.hpp"

#include <limits>
#include <utility>

#include "snac/host/back_off.hpp"

namespace purlin::host {
namespace {

/// Backs off where the lane cannot go on, and in the end gives up.
class Patience {
 public:
  Patience(std::chrono::nanoseconds timeout, std::size_t threads) : timeout_(timeout), back_off_(threads) {}

  void renew() {
    blocked_ = false;
    back_off_.renew();
  }

  /// Without end: somebody of the own rank will move.
  void rest() {
    blocked_ = false;
    back_off_.pause();
  }

  /// False where a peer has been missing for too long.
  bool wait() {
    const Clock::time_point now = Clock::now();
    if (!std::exchange(blocked_, true)) blocked_since_ = now;
    back_off_.pause(now);
    return now - blocked_since_ <= timeout_;
  }

 private:
  std::chrono::nanoseconds timeout_;
  BackOff back_off_;
  bool blocked_ = false;
  Clock::time_point blocked_since_;
};

/// Unless what it waits for has come at the last moment.
void give_up(Run& run, const Lane& lane) {
  Stand stand = lane.stand();
  if (stand.kind == Stand::Kind::waiting) run.abort.give_up({lane.rank(), lane.lane(), std::move(stand)});
}

}  // namespace

void drive(Run& run, Lane& lane) try {
  Patience patience(run.options.timeout, run.meetings.size() * static_cast<std::size_t>(run.lanes));
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
