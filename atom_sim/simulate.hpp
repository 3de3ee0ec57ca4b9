#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "atom_sim/network.hpp"
#include "snac/atom.hpp"
#include "snac/verify/verify.hpp"
#include "spec/machine.hpp"
#include "spec/placement.hpp"

namespace purlin::sim {

/// How the kernels of a launch come to run.
enum class Launch { graph, pipelined, synchronous };
std::string_view name_of(Launch launch);

struct SimOptions {
  Launch launch = Launch::graph;
  Placement placement;         // empty: in turn
  std::vector<double> skew_s;  // of each rank's arrival; empty: none
  bool trace = false;
};

/// One configuration to simulate. What it points to outlives the simulation.
struct SimJob {
  const VerifiedSchedule* schedule = nullptr;
  const Machine* machine = nullptr;
  SimOptions options;
};

/// A resource's bytes, and the part of a time in which it was busy with them.
struct Load {
  std::string resource;
  Resource::Kind kind = Resource::Kind::wire;
  double bytes = 0;
  double busy = 0;
};

/// A link of the chain: from the first of its actions at work to the end of the last.
struct Phase {
  int step = 0;
  double begin_s = 0;
  double end_s = 0;
  Load bottleneck;
};

/// A part of the slowest lane's time, followed back over the waits.
struct PathShare {
  std::string what;      // launch, signal, latency, or an action's name
  std::string constant;  // of the model: the key that this part follows from most
  double seconds = 0;
};

/// The schedule cannot be faster: bytes over the narrowest wire, hub or memory at its nominal rate, and the
/// longest chain of waits and flows if none had to share.
struct Floor {
  double bytes_s = 0;
  std::string narrowest;
  double path_s = 0;
};

struct SimReport {
  RunReport run;            // one launch, or why it stopped
  std::vector<Load> loads;  // busiest first
  std::vector<Phase> phases;
  std::vector<PathShare> critical_path;  // longest first
  Floor floor;
  std::size_t transfers = 0;  // simulated
};

/// Each job in a process of its own, at most `processes` at once; results do not depend on how many. Jobs
/// must fit their machines (`check_fit`). Throws std::runtime_error where a process died. Call before any
/// thread exists.
std::vector<SimReport> simulate(std::span<const SimJob> jobs, int processes);

/// Whether the machine can run the schedule: routes, datapaths, lanes, windows; else why not is in
/// `diagnostics`.
bool check_fit(const Schedule& schedule, const Machine& machine, const Placement& placement,
               Diagnostics& diagnostics);

}  // namespace purlin::sim
