#include "atom_sim/cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "snac/machine_rates.hpp"

namespace purlin::sim {
namespace {

constexpr double kPerGB = 1e9;
constexpr double kRounding = 1e-9;

std::int64_t packet_bytes(std::int64_t payload, double fraction) {
  return static_cast<std::int64_t>(std::ceil(static_cast<double>(payload) / fraction));
}

}  // namespace

/// Where bytes come from and go to: a rank per span, sources as often as their folds have elements.
struct CostModel::Ends {
  Rank rank;
  int lane = 0;
  Datapath datapath = Datapath::vector;
  std::int64_t bytes = 0;  // of a destination
  std::int64_t fold = 1;   // elements per element, the largest of all sources
  std::vector<Rank> sources;
  std::vector<Rank> destinations;

  bool pulls() const {
    const auto far = [&](Rank source) { return source != rank; };
    return std::ranges::any_of(sources, far);
  }
};

double CostModel::round_trip_s(const Ends& ends) const {
  double hubs = 0;
  for (Rank source : ends.sources) hubs = std::max(hubs, network_.hub_latency_s(gpu(source), gpu(ends.rank)));
  return machine().latency_load_ns * 1e-9 + 2 * hubs;
}

Latency CostModel::local_latency() const { return {machine().latency_poll_ns * 1e-9, "latency.poll_ns"}; }

/// A copy engine's start hides the round trip; a bulk copy's start comes before it.
Latency CostModel::latency_of(const Ends& ends) const {
  if (ends.datapath == Datapath::copy_engine)
    return {machine().latency_copy_engine_start_ns * 1e-9, "latency.copy_engine_start_ns"};
  Latency latency = local_latency();
  if (ends.pulls()) latency = {round_trip_s(ends), "latency.load_ns"};
  if (ends.datapath == Datapath::bulk) latency.seconds += machine().latency_bulk_start_ns * 1e-9;
  return latency;
}

/// A pulling lane has only so many bytes under way; a slow GPU's lanes are slow.
int CostModel::lane_of(const Ends& ends, std::size_t passes) {
  const double rate = lane_rate(machine(), ends.datapath) * machine().speed_of(gpu(ends.rank));
  const double parts = static_cast<double>(passes);
  if (ends.pulls()) {
    const double under_way = machine().lane_in_flight_bytes / round_trip_s(ends) / kPerGB;
    if (under_way < rate * (1 - kRounding))
      return network_.lane(ends.rank, ends.lane, under_way / parts, "lane.in_flight_bytes");
  }
  return network_.lane(ends.rank, ends.lane, rate / parts,
                       fmt::format("lane.{}_GBps", name_of(ends.datapath)));
}

int CostModel::packet_lane(Rank rank, int lane, std::size_t passes) {
  const double rate = machine().lane_packet_GBps * machine().speed_of(gpu(rank));
  return network_.lane(rank, lane, rate / static_cast<double>(passes), "lane.packet_GBps");
}

void CostModel::append_way(Rank from, Rank to, Datapath datapath, std::vector<int>& route) {
  for (int resource : network_.way(gpu(from), gpu(to), datapath)) route.push_back(resource);
}

/// Every byte loaded or stored passes the lane once, whichever is more; memories see both.
Work CostModel::of_copy(const Ends& ends) {
  Work work;
  if (ends.bytes == 0) return work;
  work.latency = latency_of(ends);
  if (ends.datapath == Datapath::copy_engine) work.engines = gpu(ends.rank).value;
  std::vector<int> reads, writes;
  for (Rank source : ends.sources) {
    reads.push_back(network_.memory(gpu(source)));
    append_way(source, ends.rank, ends.datapath, reads);
  }
  for (Rank destination : ends.destinations) {
    writes.push_back(network_.memory(gpu(destination)));
    append_way(ends.rank, destination, ends.datapath, writes);
  }
  const auto add = [&](std::vector<int> route, std::size_t passes, std::int64_t bytes) {
    if (ends.datapath != Datapath::copy_engine) route.push_back(lane_of(ends, passes));
    work.flows.push_back({network_.route(std::move(route)), bytes});
  };
  if (ends.fold > 1) {
    add(reads, ends.sources.size(), ends.bytes * ends.fold);
    add(writes, ends.destinations.size(), ends.bytes);
    return work;
  }
  reads.insert(reads.end(), writes.begin(), writes.end());
  add(std::move(reads), std::max(ends.sources.size(), ends.destinations.size()), ends.bytes);
  return work;
}

/// One flow: up from every giver and down to the one who asked, up from that one and down to every taker.
Work CostModel::of_switch(Rank rank, int lane, const Consume& consume) {
  Work work;
  const std::int64_t bytes = consume.destinations.front().block.bytes();
  if (bytes == 0) return work;
  const bool reduces = consume.sources.size() > 1, broadcasts = consume.destinations.size() > 1;
  work.latency = local_latency();
  if (reduces) work.latency = {machine().latency_load_ns * 1e-9, "latency.load_ns"};
  std::vector<int> route = {network_.lane(
      rank, lane, machine().lane_multicast_GBps * machine().speed_of(gpu(rank)), "lane.multicast_GBps")};
  const auto pass = [&](const std::vector<int>& wires) {
    route.insert(route.end(), wires.begin(), wires.end());
  };
  for (const Span& source : consume.sources) {
    route.push_back(network_.memory(gpu(source.rank)));
    if (reduces) pass(network_.switch_wires(gpu(source.rank)).up);
  }
  if (reduces) pass(network_.switch_wires(gpu(rank)).down);
  if (broadcasts) pass(network_.switch_wires(gpu(rank)).up);
  for (const Span& destination : consume.destinations) {
    route.push_back(network_.memory(gpu(destination.rank)));
    if (broadcasts) pass(network_.switch_wires(gpu(destination.rank)).down);
  }
  work.flows.push_back({network_.route(std::move(route)), bytes});
  return work;
}

Work CostModel::of_put(Rank rank, int lane, const PutPackets& put) {
  Work work;
  const std::int64_t bytes = packet_bytes(put.source.block.bytes(), machine().packet_payload_fraction);
  if (bytes == 0 || put.targets.empty()) return work;
  work.latency = local_latency();
  std::vector<int> route = {packet_lane(rank, lane, put.targets.size()), network_.memory(gpu(rank))};
  for (const PutPackets::Target& target : put.targets) {
    append_way(rank, target.rank, Datapath::packet, route);
    route.push_back(network_.memory(gpu(target.rank)));
  }
  work.flows.push_back({network_.route(std::move(route)), bytes});
  return work;
}

Work CostModel::of_take(Rank rank, int lane, const TakePackets& take) {
  Work work;
  const std::int64_t bytes = packet_bytes(take.shape.bytes(), machine().packet_payload_fraction);
  if (bytes == 0) return work;
  const std::size_t passes = std::max(take.sources.size(), take.destinations.size());
  std::vector<int> route = {packet_lane(rank, lane, passes)};
  for (std::size_t i = 0; i < take.sources.size(); ++i) route.push_back(network_.memory(gpu(rank)));
  for (const TakePackets::End& end : take.destinations) {
    const auto* packets = std::get_if<TakePackets::Packets>(&end);
    const Rank to = packets ? packets->rank : std::get<Span>(end).rank;
    append_way(rank, to, Datapath::packet, route);
    route.push_back(network_.memory(gpu(to)));
  }
  work.flows.push_back({network_.route(std::move(route)), bytes});
  return work;
}

Work CostModel::of(Rank rank, int lane, const Action& action) {
  const auto copy = [&](const std::vector<Span>& sources, const std::vector<Span>& destinations) {
    Ends ends{rank, lane, action.datapath, 0, 1, {}, {}};
    for (const Span& source : sources) {
      ends.sources.push_back(source.rank);
      if (source.block.fold) ends.fold = std::max(ends.fold, source.block.fold->count);
    }
    for (const Span& destination : destinations) {
      ends.destinations.push_back(destination.rank);
      ends.bytes = destination.block.bytes();
    }
    return of_copy(ends);
  };
  return std::visit(Overloaded{[&](const Stage& stage) { return copy({stage.from}, {stage.to}); },
                               [&](const Consume& consume) {
                                 return action.datapath == Datapath::multicast
                                            ? of_switch(rank, lane, consume)
                                            : copy(consume.sources, consume.destinations);
                               },
                               [&](const PutPackets& put) { return of_put(rank, lane, put); },
                               [&](const TakePackets& take) { return of_take(rank, lane, take); },
                               [&](const Notify&) { return Work{}; }, [&](const Await&) { return Work{}; }},
                    action.what);
}

Latency CostModel::notify_latency(Rank from, Rank to) const {
  if (from == to) return local_latency();
  return {machine().latency_notify_ns * 1e-9 + network_.hub_latency_s(gpu(from), gpu(to)),
          "latency.notify_ns"};
}

Latency CostModel::packet_latency(Rank from, Rank to) const {
  if (from == to) return local_latency();
  return {machine().latency_store_ns * 1e-9 + network_.hub_latency_s(gpu(from), gpu(to)), "latency.store_ns"};
}

}  // namespace purlin::sim
