#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "atom_cuda/devices.hpp"
#include "snac/action.hpp"

namespace purlin::cuda {

/// A number and how it came about.
struct Probed {
  double value = 0;
  std::string how;
};

/// What lanes reach by one datapath, payload: one of them, and all that are useful.
struct LaneProbe {
  Datapath datapath = Datapath::vector;
  Probed one_lane_GBps;
  Probed all_lanes_GBps;  // of a rank
  int saturating = 0;     // the fewest lanes of a rank that reach 95 % of it
};

/// Two ranks on two devices, or both on one: what lies between them. Datapaths that do not work are absent.
struct PairProbe {
  int from = 0;  // ordinals: `from` uses the memory of `to`
  int to = 0;
  Probed load_ns;      // chased pointers that hit the other's cache
  Probed far_load_ns;  // … and its memory
  Probed flag_ns;      // a release store until an acquire load has seen it, ping and pong, halved
  Probed lane_ns;      // what each further lane of a device adds to a launch
  Probed notify_ns;    // what notifications and waits add to a launch
  Probed pull_ns;      // what a copy of next to nothing from the other adds to it
  Probed store_ns;     // what one packet each way adds to a launch, its making apart
  std::vector<LaneProbe> lanes;
  std::optional<Probed> bulk_start_ns;
  Probed copy_engine_start_ns;
  Probed copy_engine_GBps;
};

struct DeviceProbe {
  Device device;
  Probed memory_GBps;  // bytes read plus bytes written
  Probed cache_GBps;
  Probed cache_bytes;  // touched by a copy at the cache's rate
  Probed poll_ns;
  Probed empty_ns;    // an empty kernel in a graph
  Probed barrier_ns;  // the same with flags of 8 blocks, each to each
  Probed graph_ns;    // the walking kernel with nothing to do, by how it is launched
  Probed pipelined_ns;
  Probed synchronous_ns;
};

struct Probe {
  std::string driver;
  std::string runtime;
  std::vector<DeviceProbe> devices;
  std::vector<PairProbe> pairs;  // each device with itself, then every ordered pair
};

/// Measures the machine on these devices. `go_on` hears what comes next; false ends it: nullopt. Throws a
/// Refusal where they cannot be driven together.
std::optional<Probe> probe(const std::vector<int>& ordinals, const DevicesOptions& options,
                           const std::function<bool(const std::string&)>& go_on);

}  // namespace purlin::cuda
