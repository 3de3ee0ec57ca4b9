#include <algorithm>
#include <cmath>

#include "atom_sim/report.hpp"

namespace purlin::sim {
namespace {

constexpr double kClock_s = 1e-13;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

class Backwards {
 public:
  explicit Backwards(const Walked& walked) : walked_(walked), before_(walked.script.steps.size(), -1) {
    for (const auto& rank : walked.script.lanes)
      for (const std::vector<int>& lane : rank)
        for (std::size_t i = 1; i < lane.size(); ++i) before_[at(lane[i])] = lane[i - 1];
  }

  std::vector<PathShare> follow() {
    if (walked_.times.empty()) return {};
    const auto last = std::ranges::max_element(walked_.times, {}, &StepTimes::end_s);
    Place place{static_cast<int>(last - walked_.times.begin()), true};
    while (place.step >= 0) place = earlier(place);
    std::ranges::reverse(shares_);
    return shares_;
  }

 private:
  /// At the end of a step, or where it went to work.
  struct Place {
    int step = -1;
    bool end = true;
  };

  Place earlier(Place place) {
    const Step& step = walked_.script.steps[at(place.step)];
    const StepTimes& times = walked_.times[at(place.step)];
    if (place.end) {
      if (const int event = held_by(step.after, times.end_s); event >= 0) return over(event, times.end_s);
      const double latency = std::min(step.work.latency_s, times.end_s - times.work_s);
      add(action_name(step), times.end_s - times.work_s - latency);
      add("latency", latency);
    }
    if (times.work_s - times.begin_s > kClock_s)
      if (const int event = held_by(step.before, times.work_s); event >= 0) return over(event, times.work_s);
    if (before_[at(place.step)] < 0) add("launch", times.begin_s);
    return {before_[at(place.step)], true};
  }

  /// The last of the events, where `until` was its doing.
  int held_by(const std::vector<int>& events, double until) const {
    int last = -1;
    for (int event : events)
      if (last < 0 || seen_s(event) > seen_s(last)) last = event;
    return last >= 0 && seen_s(last) + walked_.script.poll_s >= until - kClock_s ? last : -1;
  }

  Place over(int event, double until) {
    add("signal", until - posted_s(event));
    return {walked_.script.events[at(event)].poster,
            walked_.script.events[at(event)].kind != Event::Kind::first_word};
  }

  double posted_s(int index) const {
    const Event& event = walked_.script.events[at(index)];
    const StepTimes& times = walked_.times[at(event.poster)];
    return event.kind == Event::Kind::first_word ? times.work_s : times.end_s;
  }

  double seen_s(int event) const { return posted_s(event) + walked_.script.events[at(event)].delay_s; }

  std::string action_name(const Step& step) const {
    return std::string(
        name_of(walked_.schedule.programs[at(step.rank.value)][at(step.lane)][at(step.action)]));
  }

  void add(const std::string& what, double seconds) {
    if (seconds <= kClock_s) return;
    const auto found = std::ranges::find(shares_, what, &PathShare::what);
    if (found == shares_.end())
      shares_.push_back({what, seconds});
    else
      found->seconds += seconds;
  }

  const Walked& walked_;
  std::vector<int> before_;  // the step before in the lane
  std::vector<PathShare> shares_;
};

}  // namespace

std::vector<PathShare> critical_path_of(const Walked& walked) { return Backwards(walked).follow(); }

}  // namespace purlin::sim
