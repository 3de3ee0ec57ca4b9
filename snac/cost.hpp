#pragma once
#include <optional>
#include <vector>

#include "snac/derive/mailboxes.hpp"
#include "snac/derive/ordinals.hpp"
#include "snac/fabric.hpp"

namespace purlin {

/// Predicts how long the hops of a chain take on a machine. A rank does its work in the order of moments; a
/// step of a round takes, on the rank,
///   latency × moves of its busiest lane + the largest of
///     bytes through a lane ÷ lane rate (as often as an action's sources or destinations pass it)
///     bytes of the step over a wire or hub that the rank uses ÷ its rate
///     bytes of the step in the rank's device memory ÷ its rate (the cache's, where all fits in it)
/// and begins when its producers' results are seen: their end plus the latency of a notification. Packets are
/// taken from their first word on: the begin of the producer's last move plus the latency of a store. The
/// whole is at least what all steps together put on any wire, and adds closing, launch and what each further
/// lane of a GPU costs to start and to poll.
class CostModel {
 public:
  CostModel(const Traffic& traffic, const Fabric& fabric);

  /// Seconds by so many lanes in so many rounds, `depth` of them in the windows at a time.
  double seconds(int lanes, std::int64_t rounds, std::int64_t depth) const;

 private:
  struct Producer {
    Rank rank;
    int step = 0;
  };
  /// What one rank does in one step, all lanes and rounds together.
  struct Work {
    double moves = 0;      // actions that move bytes
    double latency_s = 0;  // of all of them
    double lane_s = 0;     // by one lane
    double shared_s = 0;   // on the slowest of what it shares
    std::vector<Producer> producers;
  };

  void add(HopId id);
  void add_in_switch(HopId id);
  void load(int step, Rank from, Rank to, double bytes);
  void touch(int step, Rank rank, double bytes);
  template <class Visit>
  void for_each_switch_wire(HopId id, Visit&& visit) const;
  void share(HopId id);
  double wire_rate(int resource) const;
  double pull_latency_s(Rank from, Rank to) const;
  double seen_after_s(Rank from, Rank to) const;
  double take(const Work& work, int lanes, std::int64_t rounds) const;
  double launch_s(int lanes) const;
  Work& work(Rank rank, int step);
  const Work& work(Rank rank, int step) const;
  bool is_packet() const { return traffic_.style().regime == Regime::packet; }

  const Traffic& traffic_;
  const Fabric& fabric_;
  const Machine& machine_;
  const std::optional<Switch> switch_;
  double memory_rate_ = 0;                   // bytes a second
  std::vector<std::vector<Work>> work_;      // [rank][step]
  std::vector<std::vector<double>> wires_;   // [step][resource] bytes
  std::vector<std::vector<double>> memory_;  // [step][gpu] bytes
  double floor_s_ = 0;
};

}  // namespace purlin
