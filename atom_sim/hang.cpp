#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "atom_sim/report.hpp"

namespace purlin::sim {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

class Stuck {
 public:
  explicit Stuck(const Walked& walked) : walked_(walked) {}

  std::optional<HangReport> explain() const {
    const int first = first_stuck();
    if (first < 0) return std::nullopt;
    HangReport report;
    std::vector<int> seen;
    for (int step = first; step >= 0 && std::ranges::find(seen, step) == seen.end(); step = next(step)) {
      seen.push_back(step);
      report.chain.push_back(waiter(step));
    }
    report.first = report.chain.front();
    finish(report, seen);
    return report;
  }

 private:
  bool posted(int index) const {
    const Event& event = walked_.script.events[at(index)];
    if (event.poster < 0) return false;
    const StepTimes& times = walked_.times[at(event.poster)];
    return !std::isnan(event.kind == Event::Kind::first_word ? times.work_s : times.end_s);
  }

  /// The event that a step waits for in vain; -1: none.
  int missing(int step) const {
    for (const auto* events : {&walked_.script.steps[at(step)].before, &walked_.script.steps[at(step)].after})
      for (int event : *events)
        if (!posted(event)) return event;
    return -1;
  }

  /// Where a lane stands; -1: at its end.
  int stand(Rank rank, int lane) const {
    for (int step : walked_.script.lanes[at(rank.value)][at(lane)])
      if (std::isnan(walked_.times[at(step)].end_s)) return step;
    return -1;
  }

  int first_stuck() const {
    for (std::size_t rank = 0; rank < walked_.script.lanes.size(); ++rank)
      for (std::size_t lane = 0; lane < walked_.script.lanes[rank].size(); ++lane)
        if (const int step = stand({static_cast<int>(rank)}, static_cast<int>(lane)); step >= 0) return step;
    return -1;
  }

  int poster_of(int step) const {
    const int event = missing(step);
    return event < 0 ? -1 : walked_.script.events[at(event)].poster;
  }

  /// Where the lane stands that should have notified this one.
  int next(int step) const {
    const int poster = poster_of(step);
    return poster < 0 ? -1
                      : stand(walked_.script.steps[at(poster)].rank, walked_.script.steps[at(poster)].lane);
  }

  HangReport::Waiter waiter(int index) const {
    const Step& step = walked_.script.steps[at(index)];
    HangReport::Waiter waiter{step.rank, step.lane, step.action, {}, 0, 0, step.rank};
    const int missed = missing(index);
    if (missed < 0) return waiter;
    const Event& event = walked_.script.events[at(missed)];
    waiter.signal = describe(event, walked_.schedule);
    waiter.expected = event.value;
    waiter.seen = seen(event);
    if (event.poster >= 0) waiter.producer = walked_.script.steps[at(event.poster)].rank;
    return waiter;
  }

  /// The last stamp of the same slot that came.
  std::uint64_t seen(const Event& wanted) const {
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < walked_.script.events.size(); ++i) {
      const Event& event = walked_.script.events[i];
      if (event.kind == wanted.kind && event.rank == wanted.rank && event.slot == wanted.slot &&
          posted(static_cast<int>(i)))
        last = std::max<std::uint64_t>(last, event.value);
    }
    return last;
  }

  void finish(HangReport& report, const std::vector<int>& seen_steps) const {
    const HangReport::Waiter& last = report.chain.back();
    if (poster_of(seen_steps.back()) < 0) {
      report.cause = fmt::format("nobody sends {} to rank {}", last.signal, last.rank.value);
      return;
    }
    report.culprit = last.rank;
    report.cause =
        fmt::format("rank {}, lane {} waits for one that waits for it", last.rank.value, last.lane);
  }

  const Walked& walked_;
};

}  // namespace

std::optional<HangReport> hang_of(const Walked& walked) { return Stuck(walked).explain(); }

}  // namespace purlin::sim
