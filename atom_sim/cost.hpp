#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "atom_sim/network.hpp"
#include "snac/schedule.hpp"
#include "spec/placement.hpp"

namespace purlin::sim {

/// Bytes that pass a route's resources.
struct Flow {
  int route = 0;
  std::int64_t bytes = 0;
};

/// A time that no other flow changes, and the key of the constant that it follows from.
struct Latency {
  double seconds = 0;
  std::string_view constant;
};

/// What an action costs a lane, waits apart: latency to the first byte, then flows one after the other.
struct Work {
  Latency latency;
  std::vector<Flow> flows;
  int engines = -1;  // GPU of whose copy engines one is held meanwhile; -1: none
};

/// Prices actions on a machine. Formulas: docs/simulator.md.
class CostModel {
 public:
  CostModel(Network& network, const Placement& placement) : network_(network), placement_(placement) {}

  /// Costs of the actions that move bytes; nothing for notifies and awaits.
  Work of(Rank rank, int lane, const Action& action);
  /// From the store of a stamp until an await can see it.
  Latency notify_latency(Rank from, Rank to) const;
  /// From a packet's store until a take can see it.
  Latency packet_latency(Rank from, Rank to) const;
  int copy_engines() const { return static_cast<int>(machine().gpu_copy_engines.value_or(0)); }
  int gpus() const { return machine().gpus; }
  /// What a wait that had to wait adds: half a turn of its loop.
  double poll_s() const { return machine().latency_poll_ns * 0.5e-9; }

 private:
  struct Ends;
  Work of_copy(const Ends& ends);
  Work of_switch(Rank rank, int lane, const Consume& consume);
  Work of_put(Rank rank, int lane, const PutPackets& put);
  Work of_take(Rank rank, int lane, const TakePackets& take);
  Latency latency_of(const Ends& ends) const;
  Latency local_latency() const;
  int lane_of(const Ends& ends, std::size_t passes);
  int packet_lane(Rank rank, int lane, std::size_t passes);
  double round_trip_s(const Ends& ends) const;
  void append_way(Rank from, Rank to, Datapath datapath, std::vector<int>& route);

  const Machine& machine() const { return network_.machine(); }
  Gpu gpu(Rank rank) const { return placement_[static_cast<std::size_t>(rank.value)]; }

  Network& network_;
  const Placement& placement_;
};

}  // namespace purlin::sim
