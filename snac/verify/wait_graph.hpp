#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "snac/verify/site.hpp"

namespace purlin {

/// An action by its lane, counted over all ranks (rank × lanes + lane), and its index there.
struct Event {
  std::int32_t lane = 0;
  std::int32_t index = 0;
  friend bool operator==(const Event&, const Event&) = default;
};

/// Which action waits for which: the happens-before graph of one launch, beside program order. Slots have one
/// producer and waits are ≥, so it is the same in every execution.
class WaitGraph {
 public:
  /// The schedule has passed the bounds check. Throws a Counterexample where packets are taken that nobody
  /// puts.
  explicit WaitGraph(const Schedule& schedule);

  /// Notifications an await needs, or puts a take needs.
  const std::vector<Event>& needs(Event event) const { return needs_[position(event)]; }
  /// Waits of all actions that this event satisfies.
  int waiters(Event event) const { return waiters_[position(event)]; }
  /// Whether what it gives are packets, which order their own words alone.
  bool hands_packets(Event event) const { return hands_packets_[position(event)]; }

  bool has_packets() const { return has_packets_; }

  std::int64_t edges() const { return edges_; }
  std::int32_t lanes() const { return static_cast<std::int32_t>(first_.size()); }
  std::int32_t size(std::int32_t lane) const;
  Site site(Event event) const;
  Event event(const Site& site) const;

 private:
  std::size_t position(Event event) const;
  void add_notifications(const Schedule& schedule);
  void add_packets(const Schedule& schedule);
  void need(Event waiter, Event needed);

  int lanes_per_rank_;
  std::vector<std::size_t> first_;  // [lane] position of its first event
  std::vector<std::vector<Event>> needs_;
  std::vector<int> waiters_;
  std::vector<bool> hands_packets_;
  bool has_packets_ = false;
  std::int64_t edges_ = 0;
};

}  // namespace purlin
