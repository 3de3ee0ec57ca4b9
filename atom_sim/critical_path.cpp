#include <algorithm>
#include <cmath>

#include "atom_sim/bounds.hpp"
#include "atom_sim/report.hpp"

namespace purlin::sim {
namespace {

constexpr double kClock_s = 1e-13;
constexpr double kAlone = 1.001;  // so much slower than alone is not shared

std::size_t at(int index) { return static_cast<std::size_t>(index); }

class Backwards {
 public:
  explicit Backwards(const Walked& walked)
      : walked_(walked),
        before_(walked.script.steps.size(), -1),
        alone_s_(alone_s(walked.network)),
        bytes_(bytes_of(walked.network, walked.script)) {
    for (const auto& rank : walked.script.lanes)
      for (const std::vector<int>& lane : rank)
        for (std::size_t i = 1; i < lane.size(); ++i) before_[at(lane[i])] = lane[i - 1];
  }

  std::vector<PathShare> follow() {
    if (walked_.times.empty()) return {};
    const auto last = std::ranges::max_element(walked_.times, {}, &StepTimes::end_s);
    Place place{static_cast<int>(last - walked_.times.begin()), true};
    while (place.step >= 0) place = earlier(place);
    std::ranges::stable_sort(shares_, std::greater(), &PathShare::seconds);
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
      add_work(step, times.end_s - times.work_s);
    }
    if (times.work_s - times.begin_s > kClock_s)
      if (const int event = held_by(step.before, times.work_s); event >= 0) return over(event, times.work_s);
    if (before_[at(place.step)] < 0) add("launch", walked_.launch_constant, times.begin_s);
    return {before_[at(place.step)], true};
  }

  void add_work(const Step& step, double seconds) {
    const double latency = std::min(step.work.latency.seconds, seconds);
    add("latency", step.work.latency.constant, latency);
    if (step.work.flows.empty()) return;
    const auto larger = [](const Flow& a, const Flow& b) { return a.bytes < b.bytes; };
    const Flow& flow = *std::ranges::max_element(step.work.flows, larger);
    add(action_name(step), bound_of(flow, seconds - latency), seconds - latency);
  }

  /// What a flow's time follows from: its own narrowest resource if that explains it, else the busiest on its
  /// way.
  std::string_view bound_of(const Flow& flow, double seconds) const {
    const std::vector<int>& route = walked_.network.routes()[at(flow.route)];
    const auto& resources = walked_.network.resources();
    const bool alone = seconds <= static_cast<double>(flow.bytes) * alone_s_[at(flow.route)] * kAlone;
    const auto weight = [&](int resource) {
      const double passes = static_cast<double>(std::ranges::count(route, resource));
      return (alone ? passes : bytes_[at(resource)]) / resources[at(resource)].rate_GBps;
    };
    return resources[at(*std::ranges::max_element(route, {}, weight))].constant;
  }

  /// The last of the events, where `until` was its doing.
  int held_by(const std::vector<int>& events, double until) const {
    int last = -1;
    for (int event : events)
      if (last < 0 || seen_s(event) > seen_s(last)) last = event;
    return last >= 0 && seen_s(last) + walked_.script.poll_s >= until - kClock_s ? last : -1;
  }

  Place over(int event, double until) {
    add("signal", walked_.script.events[at(event)].delay.constant, until - posted_s(event));
    return {walked_.script.events[at(event)].poster,
            walked_.script.events[at(event)].kind != Event::Kind::first_word};
  }

  double posted_s(int index) const {
    const Event& event = walked_.script.events[at(index)];
    const StepTimes& times = walked_.times[at(event.poster)];
    return event.kind == Event::Kind::first_word ? times.work_s : times.end_s;
  }

  double seen_s(int event) const { return posted_s(event) + walked_.script.events[at(event)].delay.seconds; }

  std::string action_name(const Step& step) const {
    return std::string(
        name_of(walked_.schedule.programs[at(step.rank.value)][at(step.lane)][at(step.action)]));
  }

  void add(const std::string& what, std::string_view constant, double seconds) {
    if (seconds <= kClock_s) return;
    const auto same = [&](const PathShare& share) {
      return share.what == what && share.constant == constant;
    };
    const auto found = std::ranges::find_if(shares_, same);
    if (found == shares_.end())
      shares_.push_back({what, std::string(constant), seconds});
    else
      found->seconds += seconds;
  }

  const Walked& walked_;
  std::vector<int> before_;  // the step before in the lane
  std::vector<double> alone_s_;
  std::vector<double> bytes_;
  std::vector<PathShare> shares_;
};

}  // namespace

std::vector<PathShare> critical_path_of(const Walked& walked) { return Backwards(walked).follow(); }

}  // namespace purlin::sim
