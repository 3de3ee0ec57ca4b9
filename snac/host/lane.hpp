#pragma once
#include "snac/host/hang.hpp"
#include "snac/host/perform.hpp"
#include "snac/host/random.hpp"
#include "snac/host/run.hpp"

namespace purlin::host {

/// One lane of one rank on its way through all launches of a run. Never waits: says when it cannot go on.
class Lane {
 public:
  enum class Step { moved, blocked, resting, ended };

  Lane(Run& run, Rank rank, int lane);

  /// Goes on by one action, or by at most `limit` units of it. `blocked`: a peer is missing; `resting`: a
  /// pause, or other lanes of the own rank.
  Step step(std::int64_t limit);
  /// Ends a pause.
  void wake() { rest_until_ = {}; }
  /// Units of the action under way, 0 between launches.
  std::int64_t whole() const;

  Rank rank() const { return rank_; }
  int lane() const { return lane_; }
  bool absent() const { return absent_; }
  std::int64_t actions_done() const { return actions_done_.load(std::memory_order_relaxed); }
  const std::vector<TraceEvent>& trace() const { return trace_; }
  /// Where it stands, once nobody moves any more.
  Stand stand() const;

 private:
  Step meet();
  bool may_begin() const;
  Step open();
  Step enter();
  Step leave();
  Step act(std::int64_t limit);
  void arrive();
  void rest(std::chrono::nanoseconds time);
  bool pause();
  bool is_dropped(const Action& action);
  void finish_action();

  const Program& program() const;
  Meeting& meeting() const { return run_.meetings[static_cast<std::size_t>(rank_.value)]; }
  int lanes() const;

  Run& run_;
  Rank rank_;
  int lane_;
  bool absent_ = false;
  std::vector<Injection> injections_;  // of this lane
  Random random_;

  std::int64_t launch_ = 0;
  bool inside_ = false;
  std::int64_t action_ = 0;    // of the program
  std::int64_t done_ = 0;      // units of that action
  std::int64_t notifies_ = 0;  // of this launch, dropped ones too
  bool arrived_ = false;       // at that action
  bool dropping_ = false;
  Clock::time_point rest_until_;
  Clock::time_point began_;  // that action
  std::vector<TraceEvent> trace_;
  std::atomic<std::int64_t> actions_done_ = 0;
};

}  // namespace purlin::host
