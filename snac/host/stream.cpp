#include "snac/host/stream.hpp"

#include <algorithm>

#include "snac/host/back_off.hpp"
#include "snac/host/crew.hpp"
#include "snac/host/drive.hpp"

namespace purlin::host {
namespace {

using Lanes = std::vector<std::unique_ptr<Lane>>;  // lane by lane, in each rank by rank

int most_lanes(std::span<const Work> works) {
  int lanes = 1;
  for (const Work& work : works) lanes = std::max(lanes, work.schedule->lanes);
  return lanes;
}

void check_sizes(const Work& work, std::size_t ranks) {
  const Buffers& sizes = work.schedule->buffers;
  PURLIN_ASSERT(work.buffers.size() == ranks && work.schedule->programs.size() == ranks);
  for (std::size_t rank = 0; rank < ranks; ++rank)
    PURLIN_ASSERT(std::ssize(work.buffers[rank].input) >= sizes.input[rank] &&
                  std::ssize(work.buffers[rank].output) >= sizes.output[rank]);
}

std::vector<Lane*> present(const Lanes& lanes) {
  std::vector<Lane*> present;
  for (const auto& lane : lanes)
    if (!lane->absent()) present.push_back(lane.get());
  return present;
}

HangReport explain(const Lanes& lanes, std::size_t ranks, const Abort::Site& first) {
  std::vector<std::vector<Stand>> stands(ranks);
  for (std::size_t i = 0; i < lanes.size(); ++i) stands[i % ranks].push_back(lanes[i]->stand());
  Stand& waiter = stands[static_cast<std::size_t>(first.rank.value)][static_cast<std::size_t>(first.lane)];
  const bool came_late = waiter.kind != Stand::Kind::waiting;
  waiter = first.stand;
  waiter.came_late = came_late;
  return explain_hang(stands, first.rank, first.lane);
}

RunReport report_of(const Run& run, const Lanes& lanes) {
  RunReport report;
  for (const auto& lane : lanes)
    report.trace.insert(report.trace.end(), lane->trace().begin(), lane->trace().end());
  for (const Meeting& meeting : run.meetings) {
    report.launch_s.resize(std::max(report.launch_s.size(), meeting.launch_s.size()));
    for (std::size_t i = 0; i < meeting.launch_s.size(); ++i)
      report.launch_s[i] = std::max(report.launch_s[i], meeting.launch_s[i]);
  }
  if (const auto first = run.abort.first()) report.hang = explain(lanes, run.meetings.size(), *first);
  return report;
}

}  // namespace

struct Stream::State {
  explicit State(int count) : ranks(static_cast<std::size_t>(count)), memory(count) {}

  RunReport run(std::span<const Work> works, const SoakOptions& options);
  void prepare(std::span<const Work> works);
  void start(Run& run);
  void drive_threads(Run& run);

  std::size_t ranks;
  std::uint64_t epoch = 0, forgot = 0;  // stamps older than `forgot` are gone
  SharedMemory memory;
  Crew crew;
  mutable std::mutex lanes_mutex;
  Lanes lanes;  // of the last run
};

RunReport Stream::State::run(std::span<const Work> works, const SoakOptions& options) {
  PURLIN_ASSERT(!works.empty() && static_cast<std::uint64_t>(options.launches) < kStaleAfter);
  prepare(works);
  Run run{works, options, memory, most_lanes(works), epoch + 1, Clock::now(), std::vector<Meeting>(ranks),
          {}};
  start(run);
  if (options.one_thread)
    drive_interleaved(run, present(lanes), options.seed);
  else
    drive_threads(run);
  epoch += static_cast<std::uint64_t>(options.launches);
  return report_of(run, lanes);
}

void Stream::State::prepare(std::span<const Work> works) {
  for (const Work& work : works) {
    check_sizes(work, ranks);
    memory.fit(*work.schedule, epoch);
  }
  if (epoch - forgot < kStaleAfter) return;
  memory.forget_stamps(epoch);
  forgot = epoch;
}

void Stream::State::start(Run& run) {
  const std::lock_guard lock(lanes_mutex);
  lanes.clear();
  for (int lane = 0; lane < run.lanes; ++lane)
    for (int rank = 0; rank < static_cast<int>(ranks); ++rank)
      lanes.push_back(std::make_unique<Lane>(run, Rank{rank}, lane));
}

/// All threads are awake before any starts: waking them is no part of a launch's time.
void Stream::State::drive_threads(Run& run) {
  const std::vector<Lane*> present = host::present(lanes);
  std::atomic<std::size_t> awake = 0;
  crew.run(static_cast<int>(present.size()), [&](int i) {
    awake.fetch_add(1, std::memory_order_acq_rel);
    for (BackOff asleep(present.size()); awake.load(std::memory_order_acquire) < present.size();)
      asleep.pause();
    drive(run, *present[static_cast<std::size_t>(i)]);
  });
}

Stream::Stream(int ranks) : state_(std::make_unique<State>(ranks)) {}
Stream::~Stream() = default;

RunReport Stream::launch(const VerifiedSchedule& schedule, std::span<const RankBuffers> buffers,
                         const LaunchOptions& options) {
  SoakOptions once{options};
  once.launches = 1;
  once.jitter = {};
  const Work work{schedule, buffers};
  return state_->run({&work, 1}, once);
}

RunReport Stream::interleave(const VerifiedSchedule& schedule, std::span<const RankBuffers> buffers,
                             std::uint64_t seed, const LaunchOptions& options) {
  SoakOptions once{options};
  once.launches = 1;
  once.jitter = {};
  once.seed = seed;
  once.one_thread = true;
  const Work work{schedule, buffers};
  return state_->run({&work, 1}, once);
}

RunReport Stream::soak(std::span<const Work> works, const SoakOptions& options) {
  return state_->run(works, options);
}

std::uint64_t Stream::epoch() const { return state_->epoch; }

void Stream::jump_to_epoch(std::uint64_t epoch) {
  PURLIN_ASSERT(epoch >= state_->epoch);
  state_->epoch = epoch;
}

std::vector<std::vector<std::int64_t>> Stream::progress() const {
  const std::lock_guard lock(state_->lanes_mutex);
  std::vector<std::vector<std::int64_t>> done(state_->ranks);
  for (const auto& lane : state_->lanes)
    done[static_cast<std::size_t>(lane->rank().value)].push_back(lane->actions_done());
  return done;
}

}  // namespace purlin::host
