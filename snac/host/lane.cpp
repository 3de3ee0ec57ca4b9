#include "snac/host/lane.hpp"

#include <algorithm>

namespace purlin::host {
namespace {

double seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

std::int64_t nanoseconds(Clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

void raise_to(std::atomic<std::int64_t>& largest, std::int64_t value) {
  std::int64_t seen = largest.load(std::memory_order_relaxed);
  while (seen < value && !largest.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
  }
}

std::uint64_t seed_of(const SoakOptions& options, Rank rank, int lane) {
  return mix(mix(options.seed) + static_cast<std::uint64_t>(rank.value)) + static_cast<std::uint64_t>(lane);
}

}  // namespace

Lane::Lane(Run& run, Rank rank, int lane)
    : run_(run), rank_(rank), lane_(lane), random_(seed_of(run.options, rank, lane)) {
  for (const Injection& injection : run.options.injections) {
    if (injection.rank != rank) continue;
    if (injection.kind == Injection::Kind::absent)
      absent_ = true;
    else if (injection.lane == lane)
      injections_.push_back(injection);
  }
}

Lane::Step Lane::step(std::int64_t limit) { return inside_ ? act(limit) : meet(); }

Lane::Step Lane::meet() {
  if (lane_ == 0) return open();
  if (launch_ == run_.options.launches) return Step::ended;
  return may_begin() ? enter() : Step::resting;
}

/// Whether nothing but its thread keeps it from the next launch.
bool Lane::may_begin() const {
  if (lane_ > 0) return meeting().opened.load(std::memory_order_acquire) > launch_;
  return meeting().ended.load(std::memory_order_acquire) >= launch_ * run_.lanes;
}

/// The first lane opens a launch when all lanes of the rank have ended the one before.
Lane::Step Lane::open() {
  Meeting& meeting = this->meeting();
  if (!may_begin()) return Step::resting;
  if (launch_ > 0) {
    const std::int64_t took =
        meeting.last_end_ns.load(std::memory_order_relaxed) - nanoseconds(meeting.began);
    meeting.launch_s.push_back(static_cast<double>(took) * 1e-9);
    if (run_.options.after) run_.options.after(rank_, launch_ - 1);
  }
  if (launch_ == run_.options.launches) return Step::ended;
  if (run_.options.before) run_.options.before(rank_, launch_);
  const Work& work = run_.work(launch_);
  meeting.memory = run_.shared.launch(*work.schedule, work.buffers,
                                      run_.first_epoch + static_cast<std::uint64_t>(launch_));
  meeting.began = Clock::now();
  meeting.opened.store(launch_ + 1, std::memory_order_release);
  return enter();
}

Lane::Step Lane::enter() {
  inside_ = true;
  action_ = done_ = notifies_ = 0;
  arrived_ = false;
  return Step::moved;
}

Lane::Step Lane::leave() {
  inside_ = false;
  ++launch_;
  raise_to(meeting().last_end_ns, nanoseconds(Clock::now()));
  meeting().ended.fetch_add(1, std::memory_order_acq_rel);
  return Step::moved;
}

Lane::Step Lane::act(std::int64_t limit) {
  if (action_ == std::ssize(program())) return leave();
  if (!arrived_) arrive();
  if (pause()) return Step::resting;
  const Action& action = program()[static_cast<std::size_t>(action_)];
  const Progress progress =
      dropping_ ? Progress::finished : perform(meeting().memory, rank_, action, done_, limit);
  if (progress == Progress::finished) finish_action();
  return progress == Progress::blocked ? Step::blocked : Step::moved;
}

/// Once per action: faults and pauses are decided.
void Lane::arrive() {
  arrived_ = true;
  dropping_ = is_dropped(program()[static_cast<std::size_t>(action_)]);
  rest_until_ = {};
  for (const Injection& injection : injections_)
    if (injection.kind == Injection::Kind::delay && injection.action == action_) rest(injection.time);
  const auto jitter = static_cast<std::uint64_t>(run_.options.jitter.count());
  if (jitter > 0 && random_.below(4) == 0) rest(std::chrono::nanoseconds(random_.below(jitter)));
  if (run_.options.trace) began_ = Clock::now();
}

/// In one thread time is nothing: a rest lasts until nobody else can go on.
void Lane::rest(std::chrono::nanoseconds time) {
  const Clock::time_point until = run_.options.one_thread ? Clock::time_point::max() : Clock::now() + time;
  rest_until_ = std::max(rest_until_, until);
}

bool Lane::pause() {
  if (rest_until_ == Clock::time_point{}) return false;
  if (Clock::now() < rest_until_) return true;
  rest_until_ = {};
  return false;
}

bool Lane::is_dropped(const Action& action) {
  const bool notifies =
      std::holds_alternative<Notify>(action.what) || std::holds_alternative<PutPackets>(action.what);
  if (!notifies) return false;
  const std::int64_t ordinal = notifies_++;
  return std::ranges::any_of(injections_, [&](const Injection& injection) {
    return injection.kind == Injection::Kind::drop && injection.action == ordinal;
  });
}

void Lane::finish_action() {
  if (run_.options.trace)
    trace_.push_back(
        {rank_, lane_, action_, seconds(began_ - run_.began), seconds(Clock::now() - run_.began)});
  ++action_;
  done_ = 0;
  arrived_ = false;
  actions_done_.fetch_add(1, std::memory_order_relaxed);
}

std::int64_t Lane::whole() const {
  if (!inside_ || action_ == std::ssize(program())) return 0;
  return units_of(program()[static_cast<std::size_t>(action_)]);
}

const Program& Lane::program() const {
  static const Program kNone;
  const auto& lanes = run_.work(launch_).schedule->programs[static_cast<std::size_t>(rank_.value)];
  return lane_ < std::ssize(lanes) ? lanes[static_cast<std::size_t>(lane_)] : kNone;
}

Stand Lane::stand() const {
  using Kind = Stand::Kind;
  if (absent_) return {};
  const Schedule& schedule = *run_.work(launch_).schedule;
  if (!inside_) {
    if (launch_ == run_.options.launches) return {Kind::ended, &schedule, launch_, 0, {}};
    return {may_begin() ? Kind::working : Kind::meeting, &schedule, launch_, 0, {}};
  }
  Stand stand{Kind::working, &schedule, launch_, action_, {}};
  if (action_ < std::ssize(program()) && arrived_ && rest_until_ == Clock::time_point{})
    stand.unmet = unmet(meeting().memory, rank_, program()[static_cast<std::size_t>(action_)], done_);
  if (stand.unmet) stand.kind = Kind::waiting;
  return stand;
}

}  // namespace purlin::host
