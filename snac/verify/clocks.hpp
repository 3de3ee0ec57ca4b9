#pragma once
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "snac/verify/order.hpp"

namespace purlin {

/// How many events of each lane happened before a point: vector clocks over launches in a row. Lanes of a
/// launch start after their rank's caller, and the caller goes on after all of them; callers are lanes too,
/// numbered from `graph.lanes()` on. What a lane learns from packets it has *observed*, not *acquired*: a
/// packet is no release. But what was acquired before a giver's launch began, the taker has *carried*, and
/// acquires it when its own launch ends: a launch boundary on both sides.
class Clocks {
 public:
  using Count = std::uint32_t;

  Clocks(const WaitGraph& graph, int ranks);

  /// The walk: launches in a row, each with all its actions in an order that it allows.
  void begin_launch();
  void pass(Event event);
  void end_launch();

  /// Whether event `count` (from 1) of `lane` happened before where lane `here` stands now.
  bool acquired(std::int32_t lane, Count count, std::int32_t here) const;
  bool observed(std::int32_t lane, Count count, std::int32_t here) const;

  /// The event that a lane passed last, counted from 1 over all launches.
  Count now(std::int32_t lane) const { return now_[static_cast<std::size_t>(lane)]; }
  std::int32_t caller(Rank rank) const { return graph_.lanes() + rank.value; }
  /// Most notifications whose clocks were kept at a time.
  std::int64_t peak() const { return peak_; }

 private:
  using Clock = std::vector<Count>;
  using Shared = std::shared_ptr<Clock>;  // copied before it changes
  struct View {
    Shared acquired;
    Shared observed;
    Shared carried;
  };
  struct Kept {
    View view;
    Count now = 0;
    int waiters = 0;
  };

  View& view(std::int32_t lane) { return views_[static_cast<std::size_t>(lane)]; }
  const View& view(std::int32_t lane) const { return views_[static_cast<std::size_t>(lane)]; }
  void learn(std::int32_t lane, Event from);
  static void merge(Shared& into, const Shared& other);
  static void join(Shared& into, const Clock& other, std::int32_t lane, Count now);

  const WaitGraph& graph_;
  int lanes_per_rank_;
  bool has_packets_;  // else observed and carried are acquired too
  std::vector<Count> now_;
  std::vector<View> views_;
  std::unordered_map<std::int64_t, Kept> kept_;  // by event, until its last waiter passed
  std::int64_t peak_ = 0;
};

}  // namespace purlin
