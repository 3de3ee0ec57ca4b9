#pragma once
#include <optional>
#include <vector>

#include "spec/ids.hpp"
#include "spec/placement.hpp"
#include "spec/topology.hpp"

namespace purlin {

/// A hub that reduces and broadcasts itself, every rank wired to it by its own GPU.
struct Switch {
  const Hub* hub = nullptr;
  std::vector<Port> ports;  // [rank]
};

/// A machine with ranks on its GPUs: how ranks reach each other.
class Fabric {
 public:
  /// Ranks on `gpus` in turn, on all of the machine where empty.
  Fabric(Machine machine, int ranks, const std::vector<Gpu>& gpus = {});

  const Machine& machine() const { return machine_; }
  const Topology& topology() const { return topology_; }
  int ranks() const { return static_cast<int>(placement_.size()); }
  Gpu gpu(Rank rank) const { return placement_[static_cast<std::size_t>(rank.value)]; }
  bool reaches(Rank from, Rank to) const { return topology_.reaches(gpu(from), gpu(to)); }
  /// Ranks to pass from one to the other, both included, each with a route to the next. Empty where nothing
  /// connects them.
  std::vector<Rank> way(Rank from, Rank to) const;
  int most_ranks_of_a_gpu() const;
  /// The one that joins all ranks, if there is one.
  std::optional<Switch> common_switch() const;

 private:
  static std::size_t index(Rank rank) { return static_cast<std::size_t>(rank.value); }
  std::vector<Rank> next_layer(std::vector<Rank> layer, Rank to, std::vector<int>& before) const;

  Machine machine_;
  Topology topology_;
  Placement placement_;
};

/// Fully connected, a GPU per rank as far as models go.
Machine flat_machine(int ranks);

}  // namespace purlin
