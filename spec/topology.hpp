#pragma once
#include <optional>
#include <string>
#include <vector>

#include "spec/machine.hpp"

namespace purlin {

/// What transfers share: one direction of a wire, or a hub that blocks.
struct Resource {
  std::string name;  // `gpu0>nvswitch`, or the hub's
  double nominal_GBps = 0;
  int link = -1;  // kind of link; -1: a hub
  int from = -1;  // nodes, of a wire
  int to = -1;
};

/// The resources bytes from one GPU to another pass, in order, and what hubs add to the one-way latency.
struct Route {
  std::vector<int> resources;
  double hub_latency_ns = 0;
};

/// The wires between a GPU and a hub, a direction each: indices into the topology's resources.
struct Port {
  int up = -1;
  int down = -1;
};

/// What follows from a machine's wires: shortest routes, of these the widest, that pass hubs but never
/// another GPU.
class Topology {
 public:
  explicit Topology(const Machine& machine);

  int gpus() const { return gpus_; }
  const std::vector<Resource>& resources() const { return resources_; }

  /// nullopt: no route, a third GPU must relay. Empty within one GPU.
  std::optional<Route> route(Gpu from, Gpu to) const;
  bool reaches(Gpu from, Gpu to) const { return from == to || hops(from, to) > 0; }
  /// nullopt: no wire joins them.
  std::optional<Port> port(Gpu gpu, int hub_node) const;
  /// The first hub that reduces and broadcasts and is wired to `gpu`: a node.
  std::optional<int> switch_of(Gpu gpu) const;
  /// Links on the route: 0 within a GPU, -1 without a route.
  int hops(Gpu from, Gpu to) const;
  /// Nominal rate of the route's narrowest resource; infinite within a GPU, 0 without a route.
  double rate_GBps(Gpu from, Gpu to) const;
  /// Whether `a` is the better source for `at` than `b`: fewer links, then the wider route.
  bool nearer(Gpu at, Gpu a, Gpu b) const;
  /// All that `gpu` has a route to, nearest first.
  std::vector<Gpu> neighbours(Gpu gpu) const;
  /// GPUs to pass from `from` to `to`, both included, each with a route to the next; fewest, then widest.
  /// Empty where nothing connects them.
  std::vector<Gpu> relay(Gpu from, Gpu to) const;
  /// Nominal rate of all that leaves (enters) a GPU at once.
  double egress_GBps(Gpu gpu) const;
  double ingress_GBps(Gpu gpu) const;

 private:
  /// One step out of a node.
  struct Edge {
    int to = 0;
    int resource = 0;
  };
  /// How a node is reached from a GPU: the node before it and the wire in between.
  struct Reach {
    int hops = -1;
    double rate_GBps = 0;
    int before = -1;
    int resource = -1;
  };
  /// What crossing a hub costs; without a resource it does not block.
  struct Crossing {
    int resource = -1;
    double latency_ns = 0;
    bool is_switch = false;  // reduces and broadcasts
  };
  void add_hub(const Hub& hub);
  void add_wire(const Machine& machine, const Wire& wire);
  std::vector<Reach> reach_from(int gpu) const;
  std::vector<int> relax(std::vector<Reach>& reached, int node) const;
  const Reach& reach(Gpu from, Gpu to) const;

  int gpus_ = 0;
  std::vector<Resource> resources_;
  std::vector<std::vector<Edge>> edges_;   // [node]
  std::vector<Crossing> hubs_;             // [node - gpus]
  std::vector<std::vector<Reach>> reach_;  // [gpu][node]
};

}  // namespace purlin
