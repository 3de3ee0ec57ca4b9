#include "cli/probed_model.hpp"

#include "cli/render/machine_file.hpp"
#include "spec/read_machine.hpp"
#include "spec/topology.hpp"
#include "tests/catch.hpp"

using namespace purlin;
using namespace purlin::cli;

namespace {

cuda::DeviceProbe device(int ordinal) {
  cuda::DeviceProbe probe;
  probe.device.ordinal = ordinal;
  probe.device.name = "NVIDIA H200";
  probe.device.multiprocessors = 132;
  probe.device.copy_engines = 3;
  probe.device.memory_bytes = 150'000'000'000;
  probe.memory_GBps = {4200, "copies"};
  probe.cache_GBps = {7000, "copies within"};
  probe.cache_bytes = {50e6, "growing copies"};
  probe.poll_ns = {145, "a chase"};
  probe.graph_ns = {2300, "nothing"};
  probe.pipelined_ns = {4300, "nothing on a stream"};
  probe.synchronous_ns = {11000, "nothing, waited for"};
  return probe;
}

cuda::PairProbe pair(int from, int to, double rate_GBps) {
  cuda::PairProbe probe;
  probe.from = from;
  probe.to = to;
  probe.load_ns = {140, "a chase"};
  probe.pull_ns = {1000, "a small copy"};
  probe.lane_ns = {6, "many lanes"};
  probe.notify_ns = {2700, "a notification"};
  probe.store_ns = {1400, "a packet"};
  probe.copy_engine_GBps = {rate_GBps * 1.1, "copies"};
  probe.copy_engine_start_ns = {4200, "small copies"};
  probe.bulk_start_ns = cuda::Probed{1900, "small bulk copies"};
  for (const Datapath datapath : {Datapath::vector, Datapath::bulk, Datapath::packet})
    probe.lanes.push_back(
        {datapath, {46, "one lane"}, {rate_GBps / (datapath == Datapath::packet ? 2 : 1), "all"}, 32});
  return probe;
}

/// Devices 2, 3, …; the rate of a pair by its lower and its higher index.
template <class Rate>
cuda::Probe probe_of(int devices, Rate&& rate) {
  cuda::Probe probe{"13.0", "13.0", {}, {}};
  for (int i = 0; i < devices; ++i) {
    probe.devices.push_back(device(2 + i));
    probe.pairs.push_back(pair(2 + i, 2 + i, 900));
  }
  for (int a = 0; a < devices; ++a)
    for (int b = 0; b < devices; ++b)
      if (a != b) probe.pairs.push_back(pair(2 + a, 2 + b, rate(std::min(a, b), std::max(a, b))));
  return probe;
}

/// As a user gets it: written and read.
Machine read_back(const cuda::Probe& probe) {
  const ProbedMachine probed = model_of(probe, "a test");
  const std::string file = render_machine_file(probed.machine, probed.remarks);
  Diagnostics diagnostics;
  auto machine = read_machine_text(file, "probed.toml", ".", diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(diagnostic.message);
  UNSCOPED_INFO(file);
  REQUIRE(machine);
  for (const NamedConstant& named : known_constants(*machine)) CHECK_FALSE(named.constant->source.empty());
  return *machine;
}

}  // namespace

TEST_CASE("one probed device is a loopback machine") {
  const Machine machine = read_back(probe_of(1, [](int, int) { return 0; }));
  CHECK(machine.loopback);
  CHECK(machine.gpus == 1);
  CHECK(machine.wires.empty());
  CHECK(machine.latency_load_ns == 1000);
  CHECK(machine.launch_lane_ns == 6);
  CHECK(machine.lane_in_flight_bytes == 46000);
  CHECK(machine.lane_packet_GBps == 4 * 46);
  CHECK(machine.memory_rate_GBps.source == "a test: copies");
  CHECK(machine.memory_rate_GBps.confidence == Confidence::measured);
}

TEST_CASE("probed devices that are joined alike share a switch") {
  for (int devices : {2, 3, 8}) {
    const Machine machine = read_back(probe_of(devices, [](int a, int) { return 400 + a; }));
    CHECK_FALSE(machine.loopback);
    CHECK(machine.gpus == devices);
    REQUIRE(machine.hubs.size() == 1);
    CHECK(machine.links.at(0).vector_GBps == 400);  // of the slowest
    CHECK(machine.links.at(0).packet_GBps == 400);  // flags included
    const Topology topology(machine);
    for (int gpu = 1; gpu < devices; ++gpu) CHECK(topology.hops({0}, {gpu}) == 2);
  }
}

TEST_CASE("probed devices whose pairs differ have a link each") {
  const Machine machine = read_back(probe_of(3, [](int a, int b) { return 100.0 * (a + b); }));
  CHECK(machine.hubs.empty());
  CHECK(machine.wires.size() == 3);
  const Topology topology(machine);
  CHECK(topology.hops({0}, {2}) == 1);
  CHECK(topology.rate_GBps({1}, {2}) > 2.5 * topology.rate_GBps({0}, {1}));
}
