#include "spec/machine.hpp"

namespace purlin {
namespace {

constexpr bool kRequired = true;
constexpr bool kOptional = false;
constexpr bool kWhole = true;
constexpr bool kReal = false;

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kUnits = {
    {{"_GBps", "GB/s"}, {"_GB", "GB"}, {"_MB", "MB"}, {"_MiB", "MiB"}, {"_ns", "ns"}, {"_bytes", "bytes"}}};

template <class Owner>
void append_known(const std::vector<ConstantRule<Owner>>& rules, const Owner& owner,
                  const std::string& prefix, std::vector<NamedConstant>& all) {
  for (const ConstantRule<Owner>& rule : rules)
    if ((owner.*rule.member).known)
      all.push_back({prefix + std::string(rule.key), &(owner.*rule.member), rule.meaning});
}

template <class Owner>
void append_slots(const std::vector<ConstantRule<Owner>>& rules, Owner& owner, const std::string& prefix,
                  std::vector<ConstantSlot>& all) {
  for (const ConstantRule<Owner>& rule : rules)
    all.push_back({prefix + std::string(rule.key), &(owner.*rule.member), rule.whole, rule.least, rule.most});
}

}  // namespace

std::vector<NamedConstant> known_constants(const Machine& machine) {
  std::vector<NamedConstant> all;
  append_known(machine_constants(), machine, "", all);
  for (const LinkKind& link : machine.links)
    append_known(link_constants(), link, "link." + link.name + ".", all);
  for (const Hub& hub : machine.hubs) append_known(hub_constants(), hub, "hub." + hub.name + ".", all);
  return all;
}

std::vector<ConstantSlot> constant_slots(Machine& machine) {
  std::vector<ConstantSlot> all;
  append_slots(machine_constants(), machine, "", all);
  for (LinkKind& link : machine.links) append_slots(link_constants(), link, "link." + link.name + ".", all);
  for (Hub& hub : machine.hubs) append_slots(hub_constants(), hub, "hub." + hub.name + ".", all);
  return all;
}

std::string_view unit_of(std::string_view key) {
  for (const auto& [suffix, unit] : kUnits)
    if (key.ends_with(suffix)) return unit;
  return {};
}

const std::vector<ConstantRule<Machine>>& machine_constants() {
  static const std::vector<ConstantRule<Machine>> rules = {
      {"gpu.count", &Machine::gpu_count, kRequired, kWhole, 1, 1024, "GPUs"},
      {"gpu.multiprocessors", &Machine::gpu_multiprocessors, kRequired, kWhole, 1, 4096,
       "streaming multiprocessors of a GPU"},
      {"gpu.copy_engines", &Machine::gpu_copy_engines, kOptional, kWhole, 1, 64,
       "copy engines of a GPU that work at once"},
      {"memory.size_GB", &Machine::memory_size_GB, kRequired, kReal, 0.001, 1e6, "device memory of a GPU"},
      {"memory.rate_GBps", &Machine::memory_rate_GBps, kRequired, kReal, 0.001, 1e6,
       "device memory: bytes read plus bytes written, as a copy reaches it"},
      {"cache.size_MB", &Machine::cache_size_MB, kRequired, kReal, 0.001, 1e6, "L2 cache of a GPU"},
      {"cache.rate_GBps", &Machine::cache_rate_GBps, kRequired, kReal, 0.001, 1e6,
       "L2 cache: bytes read plus bytes written"},
      {"lane.vector_GBps", &Machine::lane_vector_GBps, kRequired, kReal, 0.001, 1e5,
       "one block copying through registers"},
      {"lane.bulk_GBps", &Machine::lane_bulk_GBps, kOptional, kReal, 0.001, 1e5,
       "one block copying by asynchronous bulk copies"},
      {"lane.packet_GBps", &Machine::lane_packet_GBps, kRequired, kReal, 0.001, 1e5,
       "one block storing packets, flags included"},
      {"lane.multicast_GBps", &Machine::lane_multicast_GBps, kOptional, kReal, 0.001, 1e5,
       "one block reducing or broadcasting in the switch, bytes of its result"},
      {"lane.in_flight_bytes", &Machine::lane_in_flight_bytes, kRequired, kWhole, 1, 1e9,
       "bytes one block keeps requested: its pull rate is at most this over latency.load_ns"},
      {"packet.payload_fraction", &Machine::packet_payload_fraction, kRequired, kReal, 0.01, 1,
       "payload's part of the bytes packets put on a link"},
      {"latency.load_ns", &Machine::latency_load_ns, kRequired, kReal, 0, 1e9, "remote load, round trip"},
      {"latency.store_ns", &Machine::latency_store_ns, kRequired, kReal, 0, 1e9, "remote store, one way"},
      {"latency.notify_ns", &Machine::latency_notify_ns, kRequired, kReal, 0, 1e9,
       "release store of a flag until it can be seen, one way"},
      {"latency.poll_ns", &Machine::latency_poll_ns, kRequired, kReal, 0, 1e9, "one turn of a spinning wait"},
      {"latency.bulk_start_ns", &Machine::latency_bulk_start_ns, kOptional, kReal, 0, 1e9,
       "start of a bulk copy"},
      {"latency.copy_engine_start_ns", &Machine::latency_copy_engine_start_ns, kOptional, kReal, 0, 1e9,
       "start of a copy by a copy engine"},
      {"launch.graph_ns", &Machine::launch_graph_ns, kRequired, kReal, 0, 1e9, "kernel node of a CUDA graph"},
      {"launch.pipelined_ns", &Machine::launch_pipelined_ns, kRequired, kReal, 0, 1e9,
       "kernel launched behind others on a stream"},
      {"launch.synchronous_ns", &Machine::launch_synchronous_ns, kRequired, kReal, 0, 1e9,
       "kernel launched and waited for by the host"},
      {"launch.lane_ns", &Machine::launch_lane_ns, kOptional, kReal, 0, 1e6,
       "what each further lane of a GPU adds: its start and its part of waits and polls; absent: nothing"},
      {"limit.lanes", &Machine::limit_lanes, kRequired, kWhole, 1, 1e5, "lanes of a GPU resident at once"},
      {"limit.window_MiB", &Machine::limit_window_MiB, kRequired, kReal, 0.001, 1e6,
       "largest half of a window on a GPU"},
  };
  return rules;
}

const std::vector<ConstantRule<LinkKind>>& link_constants() {
  static const std::vector<ConstantRule<LinkKind>> rules = {
      {"nominal_GBps", &LinkKind::nominal_GBps, kRequired, kReal, 0.001, 1e5,
       "payload of one link and direction, by its makers"},
      {"vector_GBps", &LinkKind::vector_GBps, kRequired, kReal, 0.001, 1e5,
       "loads and stores through registers over one link"},
      {"bulk_GBps", &LinkKind::bulk_GBps, kOptional, kReal, 0.001, 1e5, "bulk copies over one link"},
      {"copy_engine_GBps", &LinkKind::copy_engine_GBps, kOptional, kReal, 0.001, 1e5,
       "copy engines over one link"},
      {"packet_GBps", &LinkKind::packet_GBps, kRequired, kReal, 0.001, 1e5,
       "packets over one link, flags included"},
  };
  return rules;
}

const std::vector<ConstantRule<Hub>>& hub_constants() {
  static const std::vector<ConstantRule<Hub>> rules = {
      {"rate_GBps", &Hub::rate_GBps, kOptional, kReal, 0.001, 1e6,
       "shared by all that crosses it, both directions together; absent: it does not block"},
      {"latency_ns", &Hub::latency_ns, kOptional, kReal, 0, 1e9,
       "one way, beside the end-to-end latencies of the machine"},
      {"multicast_GBps", &Hub::multicast_GBps, kOptional, kReal, 0.001, 1e5,
       "per link and direction, reducing or broadcasting in the switch; absent: it cannot"},
  };
  return rules;
}

}  // namespace purlin
