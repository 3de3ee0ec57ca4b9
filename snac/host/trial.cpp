#include "snac/host/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "snac/host/caller_memory.hpp"

namespace purlin::host {
namespace {

constexpr std::int64_t kDataSets = 3;  // launches of a soak take them in turn: more than windows have halves

class Trying {
 public:
  Trying(const VerifiedSchedule& schedule, const TrialOptions& options)
      : schedule_(schedule),
        options_(options),
        memory_(*schedule),
        stream_(schedule->problem.ranks()),
        tolerance_(tolerance_of(*schedule)) {}

  Trial try_out() {
    for (int i = 0; i < options_.interleavings && going(i); ++i) interleave(i);
    if (options_.launches > 0) soak();
    return std::move(found_);
  }

 private:
  bool going(int done) {
    if (found_.interrupted || !found_.passed()) return false;
    const int all = options_.interleavings + (options_.launches > 0 ? static_cast<int>(kDataSets) + 1 : 0);
    found_.interrupted = options_.go_on && !options_.go_on(done, all);
    return !found_.interrupted;
  }

  void interleave(int i) {
    const std::uint64_t seed = options_.seed + static_cast<std::uint64_t>(i);
    memory_.fill({options_.seed, i});
    RunReport report = stream_.interleave(schedule_, memory_.buffers(), seed, options_.launch);
    check(fmt::format("interleaving {}", seed), std::move(report));
    if (found_.passed()) ++found_.interleavings;
  }

  bool check(const std::string& when, RunReport report) {
    found_.hang = std::move(report.hang);
    if (found_.hang) return false;
    const Comparison comparison = memory_.check(tolerance_);
    found_.elements += comparison.checked;
    if (comparison.wrong > 0)
      found_.counterexample =
          fmt::format("{}: {} elements are wrong; {}", when, comparison.wrong, comparison.first);
    return comparison.wrong == 0;
  }

  /// What single launches of each data set leave, compared with the reference, is what every launch of the
  /// soak must leave bit by bit: a schedule evaluates one expression tree.
  void soak() {
    for (std::int64_t set = 0; set < kDataSets; ++set) {
      if (!going(options_.interleavings + static_cast<int>(set))) return;
      memory_.fill(data(set));
      RunReport report = stream_.launch(schedule_, memory_.buffers(), options_.launch);
      if (!check(fmt::format("launch {}", set), std::move(report))) return;
      keep_outputs();
    }
    if (going(options_.interleavings + static_cast<int>(kDataSets))) run_ahead();
  }

  DataSeed data(std::int64_t launch) const {
    return {options_.seed, options_.interleavings + launch % kDataSets};
  }

  void keep_outputs() {
    auto& set = expected_.emplace_back();
    for (Rank rank; rank.value < schedule_->problem.ranks(); ++rank.value) {
      const auto output = memory_.output(rank);
      set.emplace_back(output.begin(), output.end());
    }
  }

  void run_ahead() {
    SoakOptions how{options_.launch};
    how.launches = options_.launches;
    how.seed = options_.seed;
    how.before = [this](Rank rank, std::int64_t launch) {
      poison(memory_.output(rank));
      fill_input(schedule_->problem, rank, data(launch), memory_.input(rank));
    };
    how.after = [this](Rank rank, std::int64_t launch) { compare_bits(rank, launch); };
    const Work work{schedule_, memory_.buffers()};
    found_.hang = stream_.soak({&work, 1}, how).hang;
    if (found_.passed()) found_.launches = options_.launches;
  }

  /// Ranks call this concurrently.
  void compare_bits(Rank rank, std::int64_t launch) {
    const auto& wanted =
        expected_[static_cast<std::size_t>(launch % kDataSets)][static_cast<std::size_t>(rank.value)];
    const auto got = memory_.output(rank);
    const auto differs = std::ranges::mismatch(got, wanted).in1;
    if (differs == got.end()) return;
    const std::lock_guard lock(mutex_);
    if (found_.counterexample.empty())
      found_.counterexample =
          fmt::format("soak, launch {}: byte {} of rank {}'s output is not what the same data gave alone",
                      launch, differs - got.begin(), rank.value);
  }

  const VerifiedSchedule& schedule_;
  const TrialOptions& options_;
  CallerMemory memory_;
  Stream stream_;
  Tolerance tolerance_;
  std::vector<std::vector<std::vector<std::byte>>> expected_;  // [data set][rank]
  std::mutex mutex_;
  Trial found_;
};

}  // namespace

Trial try_out(const VerifiedSchedule& schedule, const TrialOptions& options) {
  return Trying(schedule, options).try_out();
}

std::int64_t bytes_to_try(const Schedule& schedule) {
  std::int64_t outputs = 0;
  for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value)
    outputs += held_bytes(schedule.problem, schedule.problem.output, rank).value;
  return CallerMemory::bytes_needed(schedule) + kDataSets * outputs;
}

}  // namespace purlin::host
