#include "snac/host/measure.hpp"

#include <algorithm>

#include "snac/host/caller_memory.hpp"

namespace purlin::host {
namespace {

constexpr double kStoreBytesPerCycle = 64;  // one 512-bit store a cycle: the widest there is
constexpr double kHighestClock_Hz = 6e9;

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Measuring {
 public:
  Measuring(const VerifiedSchedule& schedule, const MeasureOptions& options)
      : schedule_(schedule),
        options_(options),
        begin_s_(now_s()),
        memory_(*schedule),
        stream_(schedule->problem.ranks()) {
    found_.set_up_s = now_s() - begin_s_;
  }

  Measurement measure() {
    const int timed_end = options_.warmup + options_.iters;
    const int all = timed_end + (options_.trace ? 1 : 0);
    for (int i = 0; i < all; ++i) {
      if (i < timed_end && is_enough()) i = timed_end;
      if (i == all || !launch(i, all, i >= options_.warmup && i < timed_end, i == timed_end)) break;
    }
    return std::move(found_);
  }

 private:
  /// Filling and checking large sizes takes much longer than the launches.
  bool is_enough() const {
    if (!options_.budget_s || std::ssize(found_.launch_s) < kLeastIters) return false;
    return now_s() - begin_s_ > *options_.budget_s;
  }

  bool launch(int i, int all, bool timed, bool traced) {
    if (options_.go_on && !options_.go_on(i, all)) return found_.interrupted = true, false;
    const bool fresh = i == 0 || timed || traced;
    if (fresh) fill(i);
    LaunchOptions how = options_.launch;
    how.trace = traced;
    RunReport report = stream_.launch(schedule_, memory_.buffers(), how);
    if (report.hang) return found_.hang = std::move(report.hang), false;
    if (timed) found_.launch_s.push_back(report.launch_s.front());
    if (timed && options_.after_timed) options_.after_timed();
    if (traced) found_.trace = std::move(report.trace);
    if (i == 0 && options_.keep_first_outputs) keep_outputs();
    if (options_.check && fresh) check(i);
    return true;
  }

  void fill(int launch) {
    if (launch > 0 || options_.first_inputs.empty()) return memory_.fill({options_.seed, launch});
    memory_.poison_outputs();
    for (Rank rank; rank.value < schedule_->problem.ranks(); ++rank.value)
      std::ranges::copy(options_.first_inputs.at(static_cast<std::size_t>(rank.value)),
                        memory_.input(rank).begin());
    memory_.keep_inputs();
  }

  void keep_outputs() {
    for (Rank rank; rank.value < schedule_->problem.ranks(); ++rank.value) {
      const auto output = memory_.output(rank);
      found_.first_outputs.emplace_back(output.begin(), output.end());
    }
  }

  void check(int launch) {
    Comparison compared = memory_.check(tolerance_of(*schedule_));
    found_.wrong += compared.wrong;
    if (compared.wrong > 0 && found_.first_wrong.empty())
      found_.first_wrong = "launch " + std::to_string(launch) + ": " + compared.first;
  }

  const VerifiedSchedule& schedule_;
  const MeasureOptions& options_;
  double begin_s_;
  CallerMemory memory_;
  Stream stream_;
  Measurement found_;
};

}  // namespace

Measurement measure(const VerifiedSchedule& schedule, const MeasureOptions& options) {
  return Measuring(schedule, options).measure();
}

double shortest_launch_s(const Schedule& schedule, int cores) {
  double bytes = 0;
  for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value)
    bytes += static_cast<double>(held_bytes(schedule.problem, schedule.problem.output, rank).value);
  if (schedule.problem.in_place != InPlace::no) bytes = 0;  // some of it is there already
  return bytes / (kStoreBytesPerCycle * kHighestClock_Hz * std::max(1, cores));
}

}  // namespace purlin::host
