#include "spec/topology.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace purlin {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

Topology::Topology(const Machine& machine) : gpus_(machine.gpus), edges_(at(machine.nodes())) {
  for (const Hub& hub : machine.hubs) add_hub(hub);
  for (const Wire& wire : machine.wires) add_wire(machine, wire);
  for (int gpu = 0; gpu < gpus_; ++gpu) reach_.push_back(reach_from(gpu));
}

void Topology::add_hub(const Hub& hub) {
  Crossing crossing{-1, hub.latency_ns.value_or(0), hub.multicast_GBps.known};
  if (hub.rate_GBps.known) {
    crossing.resource = static_cast<int>(resources_.size());
    resources_.push_back({hub.name, hub.rate_GBps, -1, -1, -1});
  }
  hubs_.push_back(crossing);
}

void Topology::add_wire(const Machine& machine, const Wire& wire) {
  const double rate = machine.links[at(wire.link)].nominal_GBps * wire.count;
  for (const auto& [from, to] : {std::pair(wire.a, wire.b), std::pair(wire.b, wire.a)}) {
    edges_[at(from)].push_back({to, static_cast<int>(resources_.size())});
    resources_.push_back({machine.node_name(from) + ">" + machine.node_name(to), rate, wire.link, from, to});
  }
}

/// Breadth first: a layer is final before the next is reached from it.
std::vector<Topology::Reach> Topology::reach_from(int gpu) const {
  std::vector<Reach> reached(edges_.size());
  reached[at(gpu)] = {0, kInfinite, -1, -1};
  std::vector<int> layer = relax(reached, gpu);
  while (!layer.empty()) {
    std::vector<int> next;
    for (int node : layer)
      if (node >= gpus_) std::ranges::copy(relax(reached, node), std::back_inserter(next));
    layer = std::move(next);
  }
  return reached;
}

/// Extends routes by one wire; returns the nodes reached for the first time.
std::vector<int> Topology::relax(std::vector<Reach>& reached, int node) const {
  std::vector<int> fresh;
  const Reach here = reached[at(node)];
  const int hub = node < gpus_ ? -1 : hubs_[at(node - gpus_)].resource;
  const double out = hub < 0 ? here.rate_GBps : std::min(here.rate_GBps, resources_[at(hub)].nominal_GBps);
  for (const Edge& edge : edges_[at(node)]) {
    Reach& there = reached[at(edge.to)];
    const double rate = std::min(out, resources_[at(edge.resource)].nominal_GBps);
    if (there.hops >= 0 && std::tuple(there.hops, -there.rate_GBps) <= std::tuple(here.hops + 1, -rate))
      continue;
    if (there.hops < 0) fresh.push_back(edge.to);
    there = {here.hops + 1, rate, node, edge.resource};
  }
  return fresh;
}

const Topology::Reach& Topology::reach(Gpu from, Gpu to) const {
  PURLIN_ASSERT(from.value >= 0 && from.value < gpus_ && to.value >= 0 && to.value < gpus_);
  return reach_[at(from.value)][at(to.value)];
}

std::optional<Port> Topology::port(Gpu gpu, int hub_node) const {
  Port port;
  for (int i = 0; i < static_cast<int>(resources_.size()); ++i) {
    const Resource& wire = resources_[at(i)];
    if (wire.from == gpu.value && wire.to == hub_node) port.up = i;
    if (wire.to == gpu.value && wire.from == hub_node) port.down = i;
  }
  return port.up < 0 ? std::nullopt : std::optional(port);
}

std::optional<int> Topology::switch_of(Gpu gpu) const {
  for (const Edge& edge : edges_[at(gpu.value)])
    if (edge.to >= gpus_ && hubs_[at(edge.to - gpus_)].is_switch) return edge.to;
  return std::nullopt;
}

int Topology::hops(Gpu from, Gpu to) const { return reach(from, to).hops; }
double Topology::rate_GBps(Gpu from, Gpu to) const { return reach(from, to).rate_GBps; }

std::optional<Route> Topology::route(Gpu from, Gpu to) const {
  if (hops(from, to) < 0) return std::nullopt;
  Route route;
  for (int node = to.value; node != from.value;) {
    const Reach& step = reach_[at(from.value)][at(node)];
    route.resources.push_back(step.resource);
    node = step.before;
    if (node < gpus_) continue;
    const Crossing& hub = hubs_[at(node - gpus_)];
    if (hub.resource >= 0) route.resources.push_back(hub.resource);
    route.hub_latency_ns += hub.latency_ns;
  }
  std::ranges::reverse(route.resources);
  return route;
}

bool Topology::nearer(Gpu at_gpu, Gpu a, Gpu b) const {
  const auto key = [&](Gpu from) {
    const Reach& way = reach(from, at_gpu);
    return std::tuple(way.hops < 0 ? std::numeric_limits<int>::max() : way.hops, -way.rate_GBps);
  };
  return key(a) < key(b);
}

std::vector<Gpu> Topology::neighbours(Gpu gpu) const {
  std::vector<Gpu> all;
  for (int other = 0; other < gpus_; ++other)
    if (hops(gpu, {other}) > 0) all.push_back({other});
  std::ranges::stable_sort(all, [&](Gpu a, Gpu b) { return nearer(gpu, a, b); });
  return all;
}

double Topology::egress_GBps(Gpu gpu) const {
  double sum = 0;
  for (const Resource& resource : resources_)
    if (resource.from == gpu.value) sum += resource.nominal_GBps;
  return sum;
}

double Topology::ingress_GBps(Gpu gpu) const {
  double sum = 0;
  for (const Resource& resource : resources_)
    if (resource.to == gpu.value) sum += resource.nominal_GBps;
  return sum;
}

}  // namespace purlin
