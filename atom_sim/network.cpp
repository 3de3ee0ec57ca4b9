#include "atom_sim/network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "snac/machine_rates.hpp"

namespace purlin::sim {
namespace {

constexpr std::array kLinkDatapaths = {Datapath::vector, Datapath::bulk, Datapath::copy_engine,
                                       Datapath::packet};

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Datapath best_datapath(const LinkKind& link) {
  const auto slower = [&](Datapath a, Datapath b) {
    return link_rate(link, a).value_or(0) < link_rate(link, b).value_or(0);
  };
  return *std::ranges::max_element(kLinkDatapaths, slower);
}

std::string link_key(const LinkKind& link, Datapath datapath) {
  return fmt::format("link.{}.{}_GBps", link.name, name_of(datapath));
}

}  // namespace

Network::Network(const Machine& machine, const std::vector<bool>& cached)
    : machine_(machine), topology_(machine) {
  for (const purlin::Resource& shared : topology_.resources()) shared_.push_back(add_shared(shared));
  for (int gpu = 0; gpu < machine.gpus; ++gpu) {
    const std::string kind = cached[at(gpu)] ? "cache" : "memory";
    const Constant& full = cached[at(gpu)] ? machine.cache_rate_GBps : machine.memory_rate_GBps;
    const double rate = full * machine.speed_of({gpu});
    memory_.push_back(add(
        {Resource::Kind::memory, fmt::format("{} of gpu{}", kind, gpu), kind + ".rate_GBps", rate, rate}));
  }
}

int Network::add(Resource resource) {
  resources_.push_back(std::move(resource));
  return static_cast<int>(resources_.size()) - 1;
}

/// A wire carries what the best datapath reaches: no mixture is faster.
int Network::add_shared(const purlin::Resource& shared) {
  if (shared.link < 0)
    return add({Resource::Kind::hub, shared.name, "hub." + shared.name + ".rate_GBps", shared.nominal_GBps,
                shared.nominal_GBps});
  const LinkKind& link = machine_.links[at(shared.link)];
  const Datapath best = best_datapath(link);
  return add({Resource::Kind::wire, shared.name, link_key(link, best),
              shared.nominal_GBps * link_rate(link, best) / link.nominal_GBps, shared.nominal_GBps});
}

int Network::lane(Rank rank, int lane, double rate_GBps, const std::string& constant) {
  const auto [found, fresh] = lanes_.try_emplace({rank.value, lane, rate_GBps}, 0);
  if (fresh)
    found->second = add({Resource::Kind::lane, fmt::format("lane {} of rank {}", lane, rank.value), constant,
                         rate_GBps, rate_GBps});
  return found->second;
}

int Network::datapath_part(int wire, double rate_GBps, const std::string& constant) {
  const auto [found, fresh] = parts_.try_emplace({wire, rate_GBps}, 0);
  if (fresh) {
    const Resource whole = resources_[at(wire)];
    found->second = add({Resource::Kind::datapath, whole.name, constant, rate_GBps, whole.nominal_GBps});
  }
  return found->second;
}

std::vector<int> Network::way(Gpu from, Gpu to, Datapath datapath) {
  std::vector<int> way;
  const Route route = topology_.route(from, to).value();
  for (int index : route.resources) {
    way.push_back(shared_[at(index)]);
    const purlin::Resource& shared = topology_.resources()[at(index)];
    if (shared.link < 0) continue;
    const LinkKind& link = machine_.links[at(shared.link)];
    const double rate = shared.nominal_GBps * link_rate(link, datapath) / link.nominal_GBps;
    if (rate < resources_[at(way.back())].rate_GBps)
      way.push_back(datapath_part(way.back(), rate, link_key(link, datapath)));
  }
  return way;
}

Network::SwitchWires Network::switch_wires(Gpu gpu) {
  const int node = topology_.switch_of(gpu).value();
  const Port port = topology_.port(gpu, node).value();
  const Hub& hub = machine_.hubs[at(node - machine_.gpus)];
  return {switch_wire(port.up, hub), switch_wire(port.down, hub)};
}

std::vector<int> Network::switch_wire(int wire, const Hub& hub) {
  const purlin::Resource& shared = topology_.resources()[at(wire)];
  const double links = shared.nominal_GBps / machine_.links[at(shared.link)].nominal_GBps;
  return {shared_[at(wire)], datapath_part(shared_[at(wire)], links * hub.multicast_GBps,
                                           fmt::format("hub.{}.multicast_GBps", hub.name))};
}

double Network::hub_latency_s(Gpu from, Gpu to) const {
  return topology_.route(from, to).value().hub_latency_ns * 1e-9;
}

int Network::route(std::vector<int> resources) {
  std::ranges::sort(resources);
  const auto [found, fresh] = numbers_.try_emplace(std::move(resources), static_cast<int>(routes_.size()));
  if (fresh) routes_.push_back(found->first);
  return found->second;
}

}  // namespace purlin::sim
