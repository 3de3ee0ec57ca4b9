#include "atom_cuda/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "atom_cuda/caller_memory.cuh"
#include "atom_cuda/stream_state.cuh"
#include "snac/host/data.hpp"
#include "snac/host/reference.hpp"
#include "snac/measurement.hpp"

namespace purlin::cuda {
namespace {

constexpr int kFewestSets = 3;  // more than windows have halves
constexpr std::int64_t kSoakBytes = std::int64_t{256} << 20;
constexpr std::int64_t kLongestDelay_ns = 200'000;

/// Each launch of a soak has buffers of its own, as far as a bounded memory allows.
int soak_sets(const Schedule& schedule, int launches) {
  const std::int64_t fitting = kSoakBytes / std::max<std::int64_t>(CallerMemory::bytes_for(schedule), 1);
  return std::max(kFewestSets, static_cast<int>(std::min<std::int64_t>(fitting, launches)));
}

bool has_copy_lanes(const Schedule& schedule) {
  return std::ranges::count(schedule.lane_kinds, LaneKind::copy_engine) > 0;
}

std::int64_t output_elements(const Problem& problem) {
  std::int64_t elements = 0;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value)
    elements += held_elements(problem, problem.output, rank).value;
  return elements;
}

class Trying {
 public:
  Trying(const std::shared_ptr<Devices>& devices, const VerifiedSchedule& schedule,
         const TrialOptions& options)
      : schedule_(schedule),
        options_(options),
        sets_(soak_sets(*schedule, options.launches)),
        memory_(*devices, *schedule, sets_),
        stream_(devices, schedule->problem.ranks()),
        plan_(stream_.prepare(schedule, options.launch)),
        all_(stream_.bind(memory_.buffers())),
        first_(stream_.bind(memory_.buffers().first(ranks()))),
        random_(options.seed) {
    if (has_copy_lanes(*schedule)) bind_one_by_one();
  }

  Trial try_out() {
    if (going()) against_host();
    for (int i = 0; i < options_.interleavings && going(); ++i) delayed(i);
    for (int left = options_.launches; left > 0 && going(); left -= sets_) soak(std::min(left, sets_));
    return std::move(found_);
  }

 private:
  std::size_t ranks() const { return static_cast<std::size_t>(schedule_->problem.ranks()); }

  /// Copy lanes are soaked by launches of their own. Binding or letting go in between would wait for those
  /// before, and no rank could run ahead.
  void bind_one_by_one() {
    for (std::size_t set = 0; set < static_cast<std::size_t>(sets_); ++set)
      one_by_one_.push_back(stream_.bind(memory_.buffers().subspan(set * ranks(), ranks())));
  }

  int all_steps() const { return 1 + options_.interleavings + (options_.launches + sets_ - 1) / sets_; }

  bool going() {
    if (found_.interrupted || !found_.passed()) return false;
    found_.interrupted = options_.go_on && !options_.go_on(done_++, all_steps());
    return !found_.interrupted;
  }

  /// Data of every kind: floats that do not add up exactly too.
  void against_host() {
    fill();
    RankTensors inputs;
    for (Rank rank; rank.value < schedule_->problem.ranks(); ++rank.value) {
      const auto to = memory_.input(rank);
      inputs.emplace_back(to.size());
      host::fill_input(schedule_->problem, rank, {options_.seed, 0}, inputs.back());
      if (!to.empty()) PURLIN_CUDA(cudaMemcpy(to.data(), inputs.back().data(), to.size(), cudaMemcpyDefault));
    }
    stream_.enqueue(plan_, first_);
    if ((found_.hang = stream_.wait())) return;
    const RankTensors got = memory_.outputs_on_host();
    const std::vector<std::span<const std::byte>> before(inputs.begin(), inputs.end());
    const std::vector<std::span<const std::byte>> after(got.begin(), got.end());
    const host::Comparison compared =
        host::compare(schedule_->problem, before, after, host::tolerance_of(*schedule_));
    found_.elements += compared.checked;
    if (compared.wrong > 0)
      found_.counterexample =
          fmt::format("one launch: {} elements are wrong; {}", compared.wrong, compared.first);
  }

  void delayed(int i) {
    const Rank rank{static_cast<int>(static_cast<std::size_t>(i) % ranks())};
    LaunchOptions how = options_.launch;
    add_delays(rank, how.injections);
    fill();
    stream_.enqueue(stream_.prepare(schedule_, how), first_);
    check(fmt::format("launch {}, rank {} delayed", i, rank.value), 1);
    if (found_.passed()) ++found_.interleavings;
  }

  /// Each lane before one of its actions.
  void add_delays(Rank rank, std::vector<Injection>& injections) {
    const auto& lanes = schedule_->programs[static_cast<std::size_t>(rank.value)];
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      if (lanes[lane].empty()) continue;
      Injection delay{Injection::Kind::delay, rank, static_cast<int>(lane), 0, {}};
      delay.action = between(0, std::ssize(lanes[lane]) - 1);
      delay.time = std::chrono::nanoseconds(between(0, kLongestDelay_ns));
      injections.push_back(delay);
    }
  }

  std::int64_t between(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
  }

  void soak(int launches) {
    fill();
    if (has_copy_lanes(*schedule_)) {
      for (int set = 0; set < launches; ++set)
        stream_.enqueue(plan_, one_by_one_[static_cast<std::size_t>(set)]);
    } else {
      SoakOptions how{options_.launch};
      how.launches = launches;
      how.seed = options_.seed + static_cast<std::uint64_t>(found_.launches);
      how.longest_pause = std::chrono::microseconds(20);
      stream_.enqueue(plan_, all_, &how);
    }
    check(fmt::format("soak of {} launches", launches), launches);
    if (found_.passed()) found_.launches += launches;
  }

  void fill() {
    memory_.set_seed(options_.seed, 2 * fills_++ + 1);
    for (std::size_t d = 0; d < stream_.parts.size(); ++d)
      memory_.enqueue_fill(d, stream_.parts[d].stream.get());
    synchronize();
  }

  void check(const std::string& when, int sets) {
    if ((found_.hang = stream_.wait())) return;
    for (std::size_t d = 0; d < stream_.parts.size(); ++d)
      memory_.enqueue_check(d, sets, stream_.parts[d].stream.get());
    synchronize();
    const CallerMemory::Wrong wrong = memory_.take_findings();
    found_.elements += sets * output_elements(schedule_->problem);
    if (wrong.elements > 0)
      found_.counterexample = fmt::format("{}: {} elements are wrong; {}", when, wrong.elements, wrong.first);
  }

  void synchronize() const {
    for (const auto& part : stream_.parts) part.stream.synchronize();
  }

  const VerifiedSchedule& schedule_;
  const TrialOptions& options_;
  int sets_;
  CallerMemory memory_;
  StreamState stream_;
  Plan plan_;
  Binding all_, first_;
  std::vector<Binding> one_by_one_;  // [set], where there are copy lanes
  std::mt19937_64 random_;
  std::int64_t fills_ = 0;
  int done_ = 0;
  Trial found_;
};

}  // namespace

Trial try_out(const std::shared_ptr<Devices>& devices, const VerifiedSchedule& schedule,
              const TrialOptions& options) {
  return Trying(devices, schedule, options).try_out();
}

std::int64_t bytes_to_try(const Schedule& schedule, int launches) {
  const Buffers& buffers = schedule.buffers;
  std::int64_t bytes = soak_sets(schedule, launches) * CallerMemory::bytes_for(schedule);
  for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value)
    bytes += buffers.halves * (buffers.window_half + buffers.packet_window_half) +
             size_of(buffers, BufferKind::scratch, rank);
  return bytes;
}

}  // namespace purlin::cuda
