#include "atom_sim/network.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "snac/machine_rates.hpp"

namespace purlin::sim {
namespace {

constexpr std::array kLinkDatapaths = {Datapath::vector, Datapath::bulk, Datapath::copy_engine,
                                       Datapath::packet};

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// What the best datapath reaches over one link: no mixture of them is faster.
double best_rate(const LinkKind& link) {
  double best = 0;
  for (Datapath datapath : kLinkDatapaths) best = std::max(best, link_rate(link, datapath).value_or(0));
  return best;
}

}  // namespace

Network::Network(const Machine& machine, const std::vector<bool>& cached)
    : machine_(machine), topology_(machine) {
  for (const purlin::Resource& shared : topology_.resources()) {
    const bool hub = shared.link < 0;
    const double part =
        hub ? 1 : best_rate(machine.links[at(shared.link)]) / machine.links[at(shared.link)].nominal_GBps;
    shared_.push_back(add({hub ? Resource::Kind::hub : Resource::Kind::wire, shared.name,
                           shared.nominal_GBps * part, shared.nominal_GBps}));
  }
  for (int gpu = 0; gpu < machine.gpus; ++gpu) {
    const double rate =
        (cached[at(gpu)] ? machine.cache_rate_GBps : machine.memory_rate_GBps) * machine.speed_of({gpu});
    memory_.push_back(
        add({Resource::Kind::memory, fmt::format("{} of gpu{}", cached[at(gpu)] ? "cache" : "memory", gpu),
             rate, rate}));
  }
}

int Network::add(Resource resource) {
  resources_.push_back(std::move(resource));
  return static_cast<int>(resources_.size()) - 1;
}

int Network::lane(Rank rank, int lane, double rate_GBps) {
  const auto [found, fresh] = lanes_.try_emplace({rank.value, lane, rate_GBps}, 0);
  if (fresh)
    found->second = add(
        {Resource::Kind::lane, fmt::format("lane {} of rank {}", lane, rank.value), rate_GBps, rate_GBps});
  return found->second;
}

int Network::datapath_part(int wire, double rate_GBps, Datapath datapath) {
  const auto [found, fresh] = parts_.try_emplace({wire, rate_GBps}, 0);
  if (fresh) {
    const Resource& whole = resources_[at(wire)];
    found->second = add({Resource::Kind::datapath, fmt::format("{} by {}", whole.name, name_of(datapath)),
                         rate_GBps, whole.nominal_GBps});
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
    if (rate < resources_[at(way.back())].rate_GBps) way.push_back(datapath_part(way.back(), rate, datapath));
  }
  return way;
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
