#pragma once
#include <utility>
#include <vector>

#include "atom_sim/network.hpp"

namespace simgrid::s4u {
class Host;
}

namespace purlin::sim {

/// A network on SimGrid. Its links have no latency (lanes sleep it), its clock counts microseconds, and each
/// of its routes leads between two hosts that stand for nothing else. One per process: SimGrid's engine is a
/// singleton.
class Platform {
 public:
  explicit Platform(const Network& network);

  /// A host for actors to live on.
  simgrid::s4u::Host* home() const { return hosts_.front(); }
  /// Spends the time that `bytes` need on the route, together with all other flows. For actors.
  void transfer(int route, std::int64_t bytes) const;
  /// Runs all actors to their end, or until none can go on.
  void run() const;
  /// Simulated seconds.
  static double now_s();
  /// For actors.
  static void sleep_s(double seconds);

 private:
  std::pair<simgrid::s4u::Host*, simgrid::s4u::Host*> ends_of(int route) const;

  std::vector<simgrid::s4u::Host*> hosts_;
};

}  // namespace purlin::sim
