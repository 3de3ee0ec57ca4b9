#include "snac/cost.hpp"

#include <algorithm>

#include "snac/cards/multicast.hpp"
#include "snac/machine_rates.hpp"

namespace purlin {
namespace {

constexpr double kNs = 1e-9;
constexpr double kGB = 1e9;
constexpr std::int64_t kWavesWalked = 3;  // more only repeat the last

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double bytes_of(const Flow& flow) { return static_cast<double>(flow.range.bytes()); }

/// When the first word of a step's last move, and all of the step, is there.
struct Made {
  double first_s = 0;
  double end_s = 0;
};

double folds(const Flow& flow, const Hop& hop) {
  const auto& fold = flow.shape(hop).fold;
  return fold ? static_cast<double>(fold->count) : 1;
}

}  // namespace

CostModel::CostModel(const Traffic& traffic, const Fabric& fabric)
    : traffic_(traffic), fabric_(fabric), machine_(fabric.machine()), switch_(fabric.common_switch()) {
  const std::size_t steps = at(traffic.steps()) + 1;
  work_.assign(at(traffic.ranks()), std::vector<Work>(steps));
  wires_.assign(steps, std::vector<double>(fabric.topology().resources().size()));
  memory_.assign(steps, std::vector<double>(at(machine_.gpus)));
  for (int flow = 0; flow < static_cast<int>(traffic.flows().size()); ++flow)
    for (int hop = 0; hop < static_cast<int>(traffic.flow({flow, 0}).hops.size()); ++hop) add({flow, hop});
  double touched = 0;
  for (const auto& step : memory_) touched = std::max(touched, std::ranges::max(step));
  memory_rate_ =
      (touched < machine_.cache_size_MB * 1e6 ? machine_.cache_rate_GBps : machine_.memory_rate_GBps) * kGB;
  for (int flow = 0; flow < static_cast<int>(traffic.flows().size()); ++flow)
    for (int hop = 0; hop < static_cast<int>(traffic.flow({flow, 0}).hops.size()); ++hop) share({flow, hop});
  for (std::size_t wire = 0; wire < fabric.topology().resources().size(); ++wire) {
    double bytes = 0;
    for (const auto& step : wires_) bytes += step[wire];
    floor_s_ = std::max(floor_s_, bytes / wire_rate(static_cast<int>(wire)));
  }
}

CostModel::Work& CostModel::work(Rank rank, int step) { return work_[at(rank.value)][at(step)]; }
const CostModel::Work& CostModel::work(Rank rank, int step) const { return work_[at(rank.value)][at(step)]; }

/// Pulled: the reader moves what it reads. Pushed: who makes a result moves it to all readers.
void CostModel::add(HopId id) {
  const Flow& flow = traffic_.flow(id);
  const Hop& hop = traffic_.hop(id);
  if (hop.in_switch) return add_in_switch(id);
  const Place place = place_of(hop, traffic_.style());
  const bool pushes = place == Place::reader_window || place == Place::reader_packets;
  const double copies = pushes ? static_cast<double>(traffic_.readers(id).size())
                        : place == Place::own_window && !traffic_.readers(id).empty() ? 1
                                                                                      : 0;
  if (hop.is_contribution() && copies == 0) return;
  const double payload = is_packet() ? machine_.packet_payload_fraction : 1.0;
  const double bytes = bytes_of(flow) * folds(flow, hop) / payload;
  Work& mine = work(hop.at, hop.step);
  const bool takes = is_packet() && !hop.is_contribution();  // from the first word on
  double latency = takes ? 0 : machine_.latency_poll_ns * kNs, sources = hop.is_contribution() ? 1 : 0;
  for (int operand : hop.operands) {
    const Hop& read = flow.hops[at(operand)];
    sources += folds(flow, read);
    touch(hop.step, read.at, bytes_of(flow) * folds(flow, read) / payload);
    if (read.at == hop.at) continue;
    mine.producers.push_back({read.at, read.step});
    if (place_of(read, traffic_.style()) == Place::reader_packets ||
        place_of(read, traffic_.style()) == Place::reader_window)
      continue;  // it has come already
    load(hop.step, read.at, hop.at, bytes_of(flow) * folds(flow, read));
    latency = std::max(latency, pull_latency_s(read.at, hop.at));
  }
  for (Rank to : hop.pushed_to) {
    load(hop.step, hop.at, to, bytes);
    touch(hop.step, to, bytes);
    mine.producers.push_back({to, 0});
  }
  if (pushes)
    for (Rank reader : traffic_.readers(id)) {
      load(hop.step, hop.at, reader, bytes);
      touch(hop.step, reader, bytes);
    }
  const double written = copies + (hop.to_output ? 1 : 0);
  const double destinations = written + static_cast<double>(hop.pushed_to.size());
  touch(hop.step, hop.at, bytes * (written - (pushes ? copies : 0) + (hop.is_contribution() ? 1 : 0)));
  const Datapath datapath = is_packet() ? Datapath::packet : Datapath::vector;
  double rate = lane_rate(machine_, datapath) * machine_.speed_of(fabric_.gpu(hop.at)) * kGB;
  if (latency > machine_.latency_poll_ns * kNs)
    rate = std::min(rate, machine_.lane_in_flight_bytes / latency);
  const double moves = std::min(1.0, bytes_of(flow) / 16);
  mine.moves += moves;
  mine.latency_s += moves * latency;
  mine.lane_s += bytes / folds(flow, hop) * std::max(sources, destinations) / rate;
}

/// Every giver's bytes go up once and come down once, at the one who works the switch; what that one hands on
/// goes up once and comes down at every reader. A wire carries less of it than of loads and stores.
template <class Visit>
void CostModel::for_each_switch_wire(HopId id, Visit&& visit) const {
  const Flow& flow = traffic_.flow(id);
  const Hop& hop = traffic_.hop(id);
  const auto port = [&](Rank rank) { return switch_.value().ports[at(rank.value)]; };
  if (hop.operands.size() > 1) {
    for (int operand : hop.operands) visit(port(flow.hops[at(operand)].at).up);
    visit(port(hop.at).down);
  }
  if (traffic_.readers(id).size() > 1) {
    visit(port(hop.at).up);
    for (Rank reader : traffic_.readers(id)) visit(port(reader).down);
  }
}

void CostModel::add_in_switch(HopId id) {
  const Flow& flow = traffic_.flow(id);
  const Hop& hop = traffic_.hop(id);
  const double bytes = bytes_of(flow);
  Work& mine = work(hop.at, hop.step);
  for (int operand : hop.operands) {
    const Hop& read = flow.hops[at(operand)];
    touch(hop.step, read.at, bytes);
    if (read.at != hop.at) mine.producers.push_back({read.at, read.step});
  }
  for (Rank reader : traffic_.readers(id)) touch(hop.step, reader, bytes);
  for_each_switch_wire(id, [&](int wire) {
    const LinkKind& link = machine_.links[at(fabric_.topology().resources()[at(wire)].link)];
    wires_[at(hop.step)][at(wire)] += bytes * link.vector_GBps / switch_->hub->multicast_GBps;
  });
  const double moves = std::min(1.0, bytes / static_cast<double>(kSwitchBytes));
  mine.moves += moves;
  mine.latency_s +=
      moves * (hop.operands.size() > 1 ? machine_.latency_load_ns : machine_.latency_poll_ns) * kNs;
  mine.lane_s +=
      bytes / (lane_rate(machine_, Datapath::multicast) * machine_.speed_of(fabric_.gpu(hop.at)) * kGB);
}

void CostModel::load(int step, Rank from, Rank to, double bytes) {
  const auto route = fabric_.topology().route(fabric_.gpu(from), fabric_.gpu(to));
  for (int resource : route.value().resources) wires_[at(step)][at(resource)] += bytes;
}

void CostModel::touch(int step, Rank rank, double bytes) {
  memory_[at(step)][at(fabric_.gpu(rank).value)] += bytes;
}

double CostModel::wire_rate(int resource) const {
  const Resource& shared = fabric_.topology().resources()[at(resource)];
  if (shared.link < 0) return shared.nominal_GBps * kGB;
  const LinkKind& link = machine_.links[at(shared.link)];
  const double part = link_rate(link, is_packet() ? Datapath::packet : Datapath::vector) / link.nominal_GBps;
  return shared.nominal_GBps * part * kGB;
}

/// Every rank that uses a wire in a step waits for all that cross it in that step.
void CostModel::share(HopId id) {
  const Flow& flow = traffic_.flow(id);
  const Hop& hop = traffic_.hop(id);
  Work& mine = work(hop.at, hop.step);
  if (hop.in_switch)
    for_each_switch_wire(id, [&](int wire) {
      mine.shared_s = std::max(mine.shared_s, wires_[at(hop.step)][at(wire)] / wire_rate(wire));
    });
  const auto wait = [&](Rank from, Rank to) {
    const auto route = fabric_.topology().route(fabric_.gpu(from), fabric_.gpu(to));
    for (int resource : route.value().resources)
      mine.shared_s = std::max(mine.shared_s, wires_[at(hop.step)][at(resource)] / wire_rate(resource));
  };
  if (!hop.in_switch)
    for (int operand : hop.operands) wait(flow.hops[at(operand)].at, hop.at);
  const Place place = place_of(hop, traffic_.style());
  if (!hop.in_switch && (place == Place::reader_window || place == Place::reader_packets))
    for (Rank reader : traffic_.readers(id)) wait(hop.at, reader);
  for (Rank to : hop.pushed_to) wait(hop.at, to);
  const double memory = memory_[at(hop.step)][at(fabric_.gpu(hop.at).value)];
  mine.shared_s = std::max(mine.shared_s, memory / memory_rate_);
}

/// Ranks that share a GPU take the latencies of those that do not.
double CostModel::pull_latency_s(Rank from, Rank to) const {
  const auto route = fabric_.topology().route(fabric_.gpu(from), fabric_.gpu(to));
  if (from == to) return machine_.latency_poll_ns * kNs;
  return (machine_.latency_load_ns + 2 * route.value().hub_latency_ns) * kNs;
}

double CostModel::seen_after_s(Rank from, Rank to) const {
  const auto route = fabric_.topology().route(fabric_.gpu(from), fabric_.gpu(to));
  const double poll = machine_.latency_poll_ns / 2;
  if (from == to) return poll * kNs;
  const double way = is_packet() ? machine_.latency_store_ns : machine_.latency_notify_ns;
  return (way + route.value().hub_latency_ns + poll) * kNs;
}

/// One round's share of a step.
double CostModel::take(const Work& work, int lanes, std::int64_t rounds) const {
  if (work.moves == 0) return 0;
  const double of_a_lane = std::max(1.0, work.moves) / work.moves * work.latency_s;
  const double bytes_s = std::max(work.lane_s / lanes, work.shared_s);
  return of_a_lane + bytes_s / static_cast<double>(rounds);
}

double CostModel::launch_s(int lanes) const {
  const double further = lanes * fabric_.most_ranks_of_a_gpu() - 1.0;
  return (machine_.launch_graph_ns + further * machine_.launch_lane_ns.value_or(0)) * kNs;
}

double CostModel::seconds(int lanes, std::int64_t rounds, std::int64_t depth) const {
  const auto ranks = at(traffic_.ranks());
  const std::size_t steps = at(traffic_.steps()) + 1;
  std::vector<double> now(ranks);
  std::vector<Made> made(ranks * steps * static_cast<std::size_t>(depth));
  const auto made_by = [&](Rank rank, Moment moment) -> Made& {
    return made[(at(rank.value) * steps + at(moment.step)) * static_cast<std::size_t>(depth) +
                static_cast<std::size_t>(moment.round % depth)];
  };
  double before_last = 0, last = 0;
  const std::int64_t walked = std::min(rounds, kWavesWalked * depth);
  for_each_moment(walked, depth, traffic_.steps(), [&](Moment moment) {
    for (Rank rank; rank.value < traffic_.ranks(); ++rank.value) {
      double& time = now[at(rank.value)];
      const Work& mine = work(rank, moment.step);
      double last_word = 0;
      for (const Producer& p : mine.producers) {
        const Made& theirs = made_by(p.rank, {p.step, moment.round});
        const double way = seen_after_s(p.rank, rank);
        time = std::max(time, (is_packet() ? theirs.first_s : theirs.end_s) + way);
        last_word = std::max(last_word, theirs.end_s + way);
      }
      const double spent = take(mine, lanes, rounds);
      const double first = time + spent * (1 - 1 / std::max(1.0, mine.moves));
      time = std::max(time + spent, is_packet() ? last_word : 0);
      made_by(rank, moment) = {first, time};
    }
    if (moment.step == traffic_.steps() && (moment.round + 1) % depth == 0)
      before_last = std::exchange(last, std::ranges::max(now));
  });
  const double more = static_cast<double>(rounds - walked) / static_cast<double>(depth);
  double whole = std::ranges::max(now) + more * (last - before_last);
  for (Rank rank; rank.value < traffic_.ranks(); ++rank.value)
    if (!traffic_.borrowers(rank).empty()) {
      whole += seen_after_s(traffic_.borrowers(rank)[0], rank);
      break;
    }
  return std::max(whole, floor_s_) + launch_s(lanes);
}

}  // namespace purlin
