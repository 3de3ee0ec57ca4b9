#include <algorithm>

#include "snac/host/drive.hpp"

namespace purlin::host {
namespace {

/// Steps lanes in bursts of random length, so that some run far ahead of others.
class Interleaver {
 public:
  Interleaver(Run& run, std::span<Lane* const> lanes, std::uint64_t seed)
      : run_(run), ready_(lanes.begin(), lanes.end()), random_(seed) {}

  void run() {
    while (!run_.abort.raised() && !(ready_.empty() && stuck_.empty())) {
      if (ready_.empty())
        wake_one();
      else
        burst(take(ready_));
    }
  }

 private:
  /// Steps `lane` some times; whether it moved at all.
  bool burst(Lane* lane) {
    const std::uint64_t steps = std::uint64_t{1} << random_.below(7);
    Lane::Step step = Lane::Step::moved;
    bool moved = false;
    for (std::uint64_t i = 0; i < steps && step == Lane::Step::moved; ++i) {
      step = lane->step(part_of(*lane));
      moved = moved || step == Lane::Step::moved;
    }
    if (moved) retry_all();
    if (step == Lane::Step::moved)
      ready_.push_back(lane);
    else if (step != Lane::Step::ended)
      stuck_.push_back(lane);
    return moved || step == Lane::Step::ended;
  }

  /// A quarter to a half of an action, so that what overlaps in time shows in the data.
  std::int64_t part_of(const Lane& lane) {
    const std::int64_t quarter = lane.whole() / 4;
    return quarter + 1 + static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(quarter) + 1));
  }

  /// Nobody can go on as it is: pauses end, and if that does not help either, it is a deadlock.
  void wake_one() {
    std::vector<Lane*> stuck = std::move(stuck_);
    stuck_.clear();
    while (!stuck.empty()) {
      Lane* lane = take(stuck);
      lane->wake();
      if (burst(lane)) return ready_.insert(ready_.end(), stuck.begin(), stuck.end()), void();
    }
    give_up();
  }

  void give_up() {
    for (Lane* lane : stuck_)
      if (Stand stand = lane->stand(); stand.kind == Stand::Kind::waiting)
        return run_.abort.give_up({lane->rank(), lane->lane(), std::move(stand)});
    PURLIN_ASSERT(false && "lanes rest for ever");
  }

  void retry_all() {
    ready_.insert(ready_.end(), stuck_.begin(), stuck_.end());
    stuck_.clear();
  }

  Lane* take(std::vector<Lane*>& lanes) {
    std::swap(lanes[random_.below(lanes.size())], lanes.back());
    Lane* lane = lanes.back();
    lanes.pop_back();
    return lane;
  }

  Run& run_;
  std::vector<Lane*> ready_, stuck_;
  Random random_;
};

}  // namespace

void drive_interleaved(Run& run, std::span<Lane* const> lanes, std::uint64_t seed) try {
  Interleaver(run, lanes, seed).run();
} catch (...) {
  run.abort.fail(std::current_exception());
}

}  // namespace purlin::host
