#include "snac/verify/race_walk.hpp"

#include <algorithm>

#include "snac/verify/packets.hpp"

namespace purlin {
namespace {

class Walker {
 public:
  Walker(const Schedule& schedule, const WaitGraph& graph, const Order& order)
      : schedule_(schedule),
        graph_(graph),
        order_(order),
        ranks_(schedule.problem.ranks()),
        clocks_(graph, ranks_),
        histories_(static_cast<std::size_t>(ranks_) * kBufferKinds * halves()) {}

  RaceWalk run() {
    result_.launches = static_cast<int>(halves()) + 1;
    for (launch_ = 1; launch_ <= result_.launches; ++launch_) launch();
    --launch_;
    for (Rank rank; rank.value < ranks_; ++rank.value) by_caller(rank, true, true);
    result_.clocks = clocks_.peak();
    return std::move(result_);
  }

 private:
  std::size_t halves() const { return static_cast<std::size_t>(schedule_.buffers.halves); }

  void launch() {
    clocks_.begin_launch();
    for (Rank rank; rank.value < ranks_; ++rank.value) by_caller(rank, false, true);
    for (const Event& event : order_.events) act(event);
    clocks_.end_launch();
    if (launch_ == 1) find_apart();
    for (Rank rank; rank.value < ranks_; ++rank.value) by_caller(rank, true, false);
  }

  /// The caller writes its buffers before a launch and reads them after; whatever it does later writes them
  /// again.
  void by_caller(Rank rank, bool ended, bool is_write) {
    for (BufferKind kind : {BufferKind::input, BufferKind::output}) {
      const std::int64_t bytes = size_of(schedule_.buffers, kind, rank);
      if (bytes == 0 || (kind == BufferKind::input && !is_write)) continue;
      Access access{kind, rank, {}, is_write};
      access.box.steps.push({bytes, 1, 0});
      normalise(access.box);
      check(access, clocks_.caller(rank), {true, {rank, 0, 0}, launch_, ended});
    }
  }

  void act(Event event) {
    clocks_.pass(event);
    const Site site = graph_.site(event);
    const Action& action = action_at(schedule_, site);
    if (std::holds_alternative<Notify>(action.what) || std::holds_alternative<Await>(action.what)) return;
    const Actor actor{false, site, launch_, false};
    for (const Access& access : accesses_of(action)) check(access, event.lane, actor);
    for (const PacketRun& run : takes_of(action)) check(packet_access(run, false), event.lane, actor);
    for (const PacketRun& run : puts_of(action)) check(packet_access(run, true), event.lane, actor);
  }

  static Access packet_access(const PacketRun& run, bool is_write) {
    Access access{BufferKind::packet_window, run.rank, {run.first, 0, {}}, is_write};
    access.box.steps.push({run.last - run.first, 1, 0});
    return access;
  }

  AccessHistory& history(const Access& access) {
    const bool has_halves = access.buffer == BufferKind::window || access.buffer == BufferKind::packet_window;
    const std::size_t half = has_halves ? static_cast<std::size_t>(launch_) % halves() : 0;
    const auto row =
        static_cast<std::size_t>(access.rank.value) * kBufferKinds + static_cast<std::size_t>(access.buffer);
    return histories_[row * halves() + half];
  }

  void check(const Access& access, std::int32_t lane, const Actor& actor) {
    if (access.box.bytes() == 0) return;
    ++result_.accesses;
    AccessHistory& past_accesses = history(access);
    past_accesses.check(access.box, access.is_write, [&](const AccessHistory::Past& past) {
      const bool is_ordered = is_by_word(access, past) ? clocks_.observed(past.lane, past.count, lane)
                                                       : clocks_.acquired(past.lane, past.count, lane);
      if (!is_ordered) report(access, actor, past);
    });
    past_accesses.add({access.box, lane, clocks_.now(lane), access.is_write});
  }

  /// A word's flag says that it was put, and that its giver had ended the launch before. All else takes an
  /// acquire: plain bytes, and a word put again within a launch, as one word of an action seen says nothing
  /// of its others.
  bool is_by_word(const Access& access, const AccessHistory::Past& past) const {
    if (access.buffer != BufferKind::packet_window) return false;
    return !access.is_write || actor_of(past).launch < launch_;
  }

  void report(const Access& access, const Actor& actor, const AccessHistory::Past& past) {
    const Actor earlier = actor_of(past);
    auto& kept = earlier.launch != actor.launch ? result_.across : result_.within;
    if (kept) return;
    std::vector<Meet> shared;
    meet(past.box, access.box, shared);
    kept = Conflict{earlier, actor, past.is_write, access.is_write, access.buffer, access.rank, 0, 0};
    kept->begin = shared.front().at;
    for (const Meet& met : shared) {
      std::int64_t end = met.at + 1;
      for (const Meet::Step& step : met.steps) end += (step.count - 1) * step.at;
      kept->begin = std::min(kept->begin, met.at);
      kept->end = std::max(kept->end, end);
    }
  }

  /// A caller counts two events per launch, a lane its actions.
  Actor actor_of(const AccessHistory::Past& past) const {
    const auto number = static_cast<std::int64_t>(past.count) - 1;
    if (past.lane >= graph_.lanes())
      return {true, {{past.lane - graph_.lanes()}, 0, 0}, static_cast<int>(number / 2) + 1, number % 2 == 1};
    const std::int64_t size = graph_.size(past.lane);
    const Event event{past.lane, static_cast<std::int32_t>(number % size)};
    return {false, graph_.site(event), static_cast<int>(number / size) + 1, false};
  }

  void find_apart() {
    for (Rank ends; ends.value < ranks_; ++ends.value)
      for (Rank starts; starts.value < ranks_; ++starts.value)
        if (!result_.apart && !clocks_.observed(clocks_.caller(starts), 1, clocks_.caller(ends)))
          result_.apart = RaceWalk::Apart{ends, starts};
  }

  const Schedule& schedule_;
  const WaitGraph& graph_;
  const Order& order_;
  int ranks_;
  Clocks clocks_;
  std::vector<AccessHistory> histories_;  // [rank][kind][half]
  int launch_ = 1;
  RaceWalk result_;
};

}  // namespace

RaceWalk walk_races(const Schedule& schedule, const WaitGraph& graph, const Order& order) {
  return Walker(schedule, graph, order).run();
}

}  // namespace purlin
