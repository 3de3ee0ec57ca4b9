#include "cli/probed_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace purlin::cli {
namespace {

using cuda::DeviceProbe;
using cuda::LaneProbe;
using cuda::PairProbe;
using cuda::Probed;

constexpr double kAlike = 1.25;  // rates of pairs that are joined alike

/// Three digits more than anybody trusts.
double rounded(double value) { return std::stod(fmt::format("{:.6g}", value)); }

class Modelling {
 public:
  Modelling(const cuda::Probe& probe, std::string origin) : probe_(probe), origin_(std::move(origin)) {}

  ProbedMachine model() {
    Machine& machine = model_.machine;
    const Device& device = first().device;
    machine.gpus = static_cast<int>(probe_.devices.size());
    machine.loopback = machine.gpus == 1;
    machine.title = machine.loopback ? fmt::format("one {}, all ranks on it", device.name)
                                     : fmt::format("{} {}, as probed", machine.gpus, device.name);
    gpu(device);
    memory();
    lanes();
    latencies();
    launches();
    limits(device);
    if (!machine.loopback) links();
    remark_all();
    return std::move(model_);
  }

 private:
  using Device = cuda::Device;
  const DeviceProbe& first() const { return probe_.devices.front(); }
  const PairProbe& within() const { return probe_.pairs.front(); }

  /// Between devices where there are several: the slowest pair.
  const PairProbe& far() const {
    const PairProbe* worst = &within();
    for (const PairProbe& pair : probe_.pairs)
      if (pair.from != pair.to && (worst->from == worst->to || rate(pair) < rate(*worst))) worst = &pair;
    return *worst;
  }

  static const LaneProbe* by(const PairProbe& pair, Datapath datapath) {
    const auto found = std::ranges::find(pair.lanes, datapath, &LaneProbe::datapath);
    return found == pair.lanes.end() ? nullptr : &*found;
  }
  static double rate(const PairProbe& pair) { return by(pair, Datapath::vector)->all_lanes_GBps.value; }

  Constant measured(const Probed& probed, double scale = 1) const {
    return {true, rounded(probed.value * scale), fmt::format("{}: {}", origin_, probed.how),
            Confidence::measured};
  }
  Constant said(double value, const std::string& how) const {
    return {true, value, fmt::format("{}: {}", origin_, how), Confidence::measured};
  }
  static Constant derived(double value, std::string how) {
    return {true, rounded(value), std::move(how), Confidence::derived};
  }

  void gpu(const Device& device) {
    model_.machine.gpu_count = said(model_.machine.gpus, "devices probed");
    model_.machine.gpu_multiprocessors = said(device.multiprocessors, "as the driver says");
    if (device.copy_engines > 0)
      model_.machine.gpu_copy_engines = said(device.copy_engines, "as the driver says");
    model_.machine.memory_size_GB =
        said(rounded(static_cast<double>(device.memory_bytes) * 1e-9), "as the driver says");
  }

  void memory() {
    model_.machine.memory_rate_GBps = measured(first().memory_GBps);
    model_.machine.cache_size_MB = measured(first().cache_bytes, 1e-6);
    model_.machine.cache_rate_GBps = measured(first().cache_GBps);
  }

  void lanes() {
    Machine& machine = model_.machine;
    machine.lane_vector_GBps = measured(by(within(), Datapath::vector)->one_lane_GBps);
    if (const LaneProbe* bulk = by(within(), Datapath::bulk))
      machine.lane_bulk_GBps = measured(bulk->one_lane_GBps);
    // Put and taken, each of twice the payload.
    machine.lane_packet_GBps = measured(by(within(), Datapath::packet)->one_lane_GBps, 4);
    machine.lane_packet_GBps.source += ", put and taken, flags included";
    machine.lane_in_flight_bytes = derived(
        std::max(1.0, std::floor(by(far(), Datapath::vector)->one_lane_GBps.value * far().pull_ns.value)),
        "what one lane reads in latency.load_ns");
    machine.packet_payload_fraction = derived(0.5, "a packet: 8 bytes of data beside 8 of flag");
  }

  void latencies() {
    Machine& machine = model_.machine;
    machine.latency_load_ns = measured(far().pull_ns);
    machine.latency_store_ns = measured(far().store_ns);
    machine.latency_notify_ns = measured(far().notify_ns);
    machine.latency_poll_ns = measured(first().poll_ns);
    if (far().bulk_start_ns) machine.latency_bulk_start_ns = measured(*far().bulk_start_ns);
    machine.latency_copy_engine_start_ns = measured(far().copy_engine_start_ns);
  }

  void launches() {
    model_.machine.launch_graph_ns = measured(first().graph_ns);
    model_.machine.launch_pipelined_ns = measured(first().pipelined_ns);
    model_.machine.launch_synchronous_ns = measured(first().synchronous_ns);
    model_.machine.launch_lane_ns = measured(within().lane_ns);
  }

  void limits(const Device& device) {
    model_.machine.limit_lanes = derived(device.multiprocessors, "a lane of 512 threads a multiprocessor");
    model_.machine.limit_window_MiB =
        derived(std::floor(static_cast<double>(device.memory_bytes) / 120 / (1 << 20)),
                "our choice: two halves are 1/60 of memory.size_GB");
  }

  /// Alike: everybody's port into one switch. Else each pair by itself.
  void links() {
    double least = rate(far()), most = least;
    for (const PairProbe& pair : probe_.pairs)
      if (pair.from != pair.to) most = std::max(most, rate(pair));
    Machine& machine = model_.machine;
    if (most > kAlike * least) return mesh();
    machine.hubs.push_back({"switch", "what joins all devices alike", {}, {}, {}});
    machine.links.push_back(link("port", far()));
    for (int gpu = 0; gpu < machine.gpus; ++gpu) machine.wires.push_back({gpu, machine.gpus, 0, 1});
    machine.wires_source =
        origin_ + ": every pair is as fast as every other, so that a port is what they share";
    machine.wires_confidence = Confidence::derived;
  }

  void mesh() {
    Machine& machine = model_.machine;
    for (const PairProbe& pair : probe_.pairs) {
      if (pair.from >= pair.to) continue;
      const auto at = static_cast<int>(machine.links.size());
      machine.links.push_back(link(fmt::format("pair_{}_{}", pair.from, pair.to), pair));
      machine.wires.push_back({index_of(pair.from), index_of(pair.to), at, 1});
    }
    machine.wires_source = origin_ + ": pairs differ; what several of them share was not probed";
    machine.wires_confidence = Confidence::derived;
  }

  int index_of(int ordinal) const {
    const auto found = std::ranges::find_if(
        probe_.devices, [&](const DeviceProbe& probe) { return probe.device.ordinal == ordinal; });
    return static_cast<int>(found - probe_.devices.begin());
  }

  LinkKind link(std::string name, const PairProbe& pair) const {
    LinkKind link;
    link.name = std::move(name);
    link.vector_GBps = measured(by(pair, Datapath::vector)->all_lanes_GBps);
    if (const LaneProbe* bulk = by(pair, Datapath::bulk)) link.bulk_GBps = measured(bulk->all_lanes_GBps);
    link.packet_GBps = measured(by(pair, Datapath::packet)->all_lanes_GBps, 2);
    link.copy_engine_GBps = measured(pair.copy_engine_GBps);
    double fastest = link.vector_GBps;
    for (const Constant* rate : {&link.bulk_GBps, &link.packet_GBps, &link.copy_engine_GBps})
      fastest = std::max(fastest, rate->value_or(0));
    link.nominal_GBps = derived(fastest, "the fastest datapath of it: what its makers promise is not probed");
    return link;
  }

  void remark(const std::string& what, const Probed& probed, const char* unit, double scale = 1) {
    model_.remarks.push_back(fmt::format("{}: {:.6g} {} ({})", what, probed.value * scale, unit, probed.how));
  }

  void remark_all() {
    model_.remarks.push_back(origin_ + ".");
    model_.remarks.push_back(
        fmt::format("driver {}, runtime {}. Beside the constants below:", probe_.driver, probe_.runtime));
    for (const DeviceProbe& device : probe_.devices) {
      const std::string name = fmt::format("device {}", device.device.ordinal);
      remark(name + ", empty kernel", device.empty_ns, "ns");
      remark(name + ", flag barrier", device.barrier_ns, "ns");
      remark(name + ", memory", device.memory_GBps, "GB/s");
      remark(name + ", cache", device.cache_GBps, "GB/s");
    }
    for (const PairProbe& pair : probe_.pairs) remark_pair(pair);
  }

  void remark_pair(const PairProbe& pair) {
    const std::string name = pair.from == pair.to ? fmt::format("device {} to itself", pair.from)
                                                  : fmt::format("device {} to {}", pair.from, pair.to);
    remark(name + ", load from cache", pair.load_ns, "ns");
    remark(name + ", load from memory", pair.far_load_ns, "ns");
    remark(name + ", flag", pair.flag_ns, "ns");
    remark(name + ", copy engine", pair.copy_engine_GBps, "GB/s");
    for (const LaneProbe& lanes : pair.lanes) {
      remark(fmt::format("{}, {}, one lane", name, name_of(lanes.datapath)), lanes.one_lane_GBps, "GB/s");
      remark(fmt::format("{}, {}, {} lanes saturate", name, name_of(lanes.datapath), lanes.saturating),
             lanes.all_lanes_GBps, "GB/s");
    }
  }

  const cuda::Probe& probe_;
  std::string origin_;
  ProbedMachine model_;
};

}  // namespace

ProbedMachine model_of(const cuda::Probe& probe, const std::string& origin) {
  return Modelling(probe, origin).model();
}

}  // namespace purlin::cli
