#pragma once
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "snac/action.hpp"
#include "spec/topology.hpp"

namespace purlin::sim {

/// What flows share, max-min fairly: a direction of a wire or a datapath's part of it, a hub, a GPU's memory,
/// a lane.
struct Resource {
  enum class Kind { wire, datapath, hub, memory, lane };
  Kind kind = Kind::wire;
  std::string name;
  std::string constant;     // of the model: the key that its rate follows from
  double rate_GBps = 0;     // as the model lets it be used
  double nominal_GBps = 0;  // as its makers promise; the floor's
};

/// A machine as resources, and the lists of them that flows pass. A resource stands in a list as often as a
/// flow's bytes pass it. Lists and lanes come into being as they are asked for.
class Network {
 public:
  /// `cached`: whether all that the launch touches on a GPU fits its cache.
  Network(const Machine& machine, const std::vector<bool>& cached);

  const std::vector<Resource>& resources() const { return resources_; }
  const std::vector<std::vector<int>>& routes() const { return routes_; }

  int memory(Gpu gpu) const { return memory_[static_cast<std::size_t>(gpu.value)]; }
  /// A worker of `rate_GBps`, which follows from `constant`. Workers of one lane are never used at once.
  int lane(Rank rank, int lane, double rate_GBps, const std::string& constant);
  /// The wires and hubs from one GPU to another; needs a route and links that know the datapath.
  std::vector<int> way(Gpu from, Gpu to, Datapath datapath);
  /// The wires between a GPU and the switch that it is on, as the switch's own work passes them; needs one.
  struct SwitchWires {
    std::vector<int> up, down;
  };
  SwitchWires switch_wires(Gpu gpu);
  /// What hubs add to a one-way latency.
  double hub_latency_s(Gpu from, Gpu to) const;

  /// The number of this list of resources; equal lists have one number.
  int route(std::vector<int> resources);

  const Machine& machine() const { return machine_; }
  const Topology& topology() const { return topology_; }

 private:
  int add(Resource resource);
  int add_shared(const purlin::Resource& shared);
  std::vector<int> switch_wire(int wire, const Hub& hub);
  int datapath_part(int wire, double rate_GBps, const std::string& constant);

  const Machine& machine_;
  Topology topology_;
  std::vector<Resource> resources_;
  std::vector<int> shared_;  // [topology's resource]
  std::vector<int> memory_;  // [gpu]
  std::map<std::tuple<int, int, double>, int> lanes_;
  std::map<std::pair<int, double>, int> parts_;
  std::map<std::vector<int>, int> numbers_;
  std::vector<std::vector<int>> routes_;
};

}  // namespace purlin::sim
