// The model against formulas that one can do by hand. Schedules are by hand too, and need not be whole
// collectives.
#include "atom_sim/engine.hpp"
#include "tests/catch.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using purlin::testing::builtin;
using purlin::testing::bytes_of;
using purlin::testing::problem_of;
using purlin::testing::ScheduleBuilder;

namespace {

constexpr std::int64_t kMiB = 1 << 20;
constexpr double kGB = 1e9;
constexpr double kNano = 1e-9;

/// All-gather of 64 MiB a rank: buffers large enough for what the tests copy.
Problem room(int ranks) { return problem_of("[s] n", "s n", ReduceOp::copy, ranks, {{"n", 16 * kMiB}}); }

double time_of(const ScheduleBuilder& builder, const Machine& machine, const sim::SimOptions& options = {}) {
  const std::vector<sim::RawJob> jobs = {{&builder.build(), &machine, options}};
  const sim::SimReport report = sim::simulate_raw(jobs, 1).front();
  REQUIRE_FALSE(report.run.hang);
  return report.run.launch_s.front();
}

Approx within(double seconds) { return Approx(seconds).epsilon(0.001); }

void pull(ScheduleBuilder& builder, int rank, int from, std::int64_t bytes, int lane = 0) {
  builder.at(rank, lane)
      .copy(bytes_of(BufferKind::input, from, 0, bytes), bytes_of(BufferKind::output, rank, 0, bytes));
}

void push(ScheduleBuilder& builder, int rank, int to, std::int64_t bytes, int lane = 0) {
  builder.at(rank, lane)
      .copy(bytes_of(BufferKind::input, rank, 0, bytes), bytes_of(BufferKind::output, to, 0, bytes));
}

/// By copy engine, which no lane slows.
void set_datapath(Schedule& schedule, Datapath datapath) {
  for (auto& lanes : schedule.programs)
    for (Program& program : lanes)
      for (Action& action : program) action.datapath = datapath;
}

double start_of(const Machine& machine, int lanes = 1) {
  return (machine.launch_graph_ns + (lanes - 1) * machine.launch_lane_ns) * kNano;
}

}  // namespace

TEST_CASE("one pull takes a launch, a round trip and its bytes at the lane's rate") {
  for (const char* name : {"hgx-h200", "dgx-a100", "hgx-b200", "dgx-v100"}) {
    const Machine machine = builtin(name);
    ScheduleBuilder builder(room(2));
    pull(builder, 0, 1, 64 * kMiB);
    CHECK(time_of(builder, machine) == within(start_of(machine) + machine.latency_load_ns * kNano +
                                              64 * kMiB / (machine.lane_vector_GBps * kGB)));
  }
}

TEST_CASE("one push has no round trip before it") {
  const Machine machine = builtin("hgx-h200");
  ScheduleBuilder builder(room(2));
  push(builder, 0, 1, 64 * kMiB);
  CHECK(time_of(builder, machine) == within(start_of(machine) + machine.latency_poll_ns * kNano +
                                            64 * kMiB / (machine.lane_vector_GBps * kGB)));
}

TEST_CASE("bytes under way bound a pull whose round trip is long") {
  Machine machine = builtin("hgx-h200");
  machine.latency_load_ns.number = 10'000;
  ScheduleBuilder builder(room(2));
  pull(builder, 0, 1, 64 * kMiB);
  const double rate = machine.lane_in_flight_bytes / 10e-6;
  CHECK(time_of(builder, machine) == within(start_of(machine) + 10e-6 + 64 * kMiB / rate));
}

TEST_CASE("lanes add up until they share the GPU's link, at the rate of what issues them") {
  const Machine machine = builtin("hgx-h200");
  const double link = 18 * machine.links.front().vector_GBps;
  for (int lanes : {1, 2, 14, 15, 16, 32}) {
    ScheduleBuilder builder(room(2), Regime::zero_copy, lanes);
    for (int lane = 0; lane < lanes; ++lane) pull(builder, 0, 1, 4 * kMiB, lane);
    const double rate = std::min(lanes * machine.lane_vector_GBps, link) * kGB;
    CHECK(time_of(builder, machine) ==
          within(start_of(machine) + machine.latency_load_ns * kNano + lanes * 4.0 * kMiB / rate));
  }
}

TEST_CASE("two GPUs that read one share its way out") {
  const Machine machine = builtin("hgx-h200");
  ScheduleBuilder builder(room(3), Regime::zero_copy, 16);
  for (int rank : {1, 2})
    for (int lane = 0; lane < 16; ++lane) pull(builder, rank, 0, 4 * kMiB, lane);
  const double rate = 18 * machine.links.front().vector_GBps * kGB;
  CHECK(time_of(builder, machine) ==
        within(start_of(machine) + machine.latency_load_ns * kNano + 2 * 16 * 4.0 * kMiB / rate));
}

TEST_CASE("both directions of a link do not disturb each other") {
  const Machine machine = builtin("gh200-mesh-4");
  ScheduleBuilder builder(room(2), Regime::zero_copy, 16);
  for (int rank : {0, 1})
    for (int lane = 0; lane < 16; ++lane) pull(builder, rank, 1 - rank, 4 * kMiB, lane);
  const double rate = 6 * machine.links.front().vector_GBps * kGB;
  CHECK(time_of(builder, machine) ==
        within(start_of(machine) + machine.latency_load_ns * kNano + 16 * 4.0 * kMiB / rate));
}

TEST_CASE("copy engines start late and reach more of a link") {
  const Machine machine = builtin("hgx-h200");
  ScheduleBuilder builder(room(2));
  push(builder, 0, 1, 64 * kMiB);
  Schedule schedule = builder.build();
  set_datapath(schedule, Datapath::copy_engine);
  schedule.lane_kinds = {LaneKind::copy_engine};
  const std::vector<sim::RawJob> jobs = {{&schedule, &machine, {}}};
  CHECK(sim::simulate_raw(jobs, 1).front().run.launch_s.front() ==
        within(start_of(machine) + machine.latency_copy_engine_start_ns * kNano +
               64 * kMiB / (18 * machine.links.front().copy_engine_GBps * kGB)));
}

TEST_CASE("copies beyond a GPU's engines queue for one") {
  const Machine machine = builtin("hgx-h200");
  for (int copies : {1, 2, 3, 4, 6, 7}) {
    INFO(copies);
    ScheduleBuilder builder(room(2), Regime::zero_copy, copies);
    for (int lane = 0; lane < copies; ++lane)
      builder.at(0, lane).copy(bytes_of(BufferKind::input, 0, lane * 8 * kMiB, 8 * kMiB),
                               bytes_of(BufferKind::output, 1, lane * 8 * kMiB, 8 * kMiB));
    Schedule schedule = builder.build();
    set_datapath(schedule, Datapath::copy_engine);
    schedule.lane_kinds.assign(static_cast<std::size_t>(copies), LaneKind::copy_engine);
    const std::vector<sim::RawJob> jobs = {{&schedule, &machine, {}}};
    const double engines = machine.gpu_copy_engines, turns = std::ceil(copies / engines);
    CHECK(sim::simulate_raw(jobs, 1).front().run.launch_s.front() ==
          within(start_of(machine) + turns * machine.latency_copy_engine_start_ns * kNano +
                 copies * 8 * kMiB / (18 * machine.links.front().copy_engine_GBps * kGB)));
  }
}

TEST_CASE("a chain of copies is the sum of its hops and signals") {
  const Machine machine = builtin("hgx-h200");
  for (int ranks : {2, 3, 8}) {
    ScheduleBuilder builder(room(ranks));
    for (int rank = 1; rank < ranks; ++rank) {
      if (rank > 1) builder.at(rank).await(Purpose::staged, {rank - 1});
      const BufferKind from = rank == 1 ? BufferKind::input : BufferKind::output;
      builder.at(rank).copy(bytes_of(from, rank - 1, 0, 8 * kMiB),
                            bytes_of(BufferKind::output, rank, 0, 8 * kMiB));
      if (rank + 1 < ranks) builder.at(rank).notify(Purpose::staged, {rank + 1});
    }
    const double hop = machine.latency_load_ns * kNano + 8 * kMiB / (machine.lane_vector_GBps * kGB);
    const double signal = (machine.latency_notify_ns + machine.latency_poll_ns / 2) * kNano;
    CHECK(time_of(builder, machine) == within(start_of(machine) + (ranks - 1) * hop + (ranks - 2) * signal));
  }
}

TEST_CASE("a ring step lasts as long as one shard, however many take it") {
  const Machine machine = builtin("hgx-h200");
  for (int ranks : {2, 5, 8}) {
    ScheduleBuilder builder(room(ranks));
    for (int step = 0; step < ranks - 1; ++step)
      for (int rank = 0; rank < ranks; ++rank) {
        if (step > 0)
          builder.at(rank).await(Purpose::staged, {(rank + ranks - 1) % ranks}, std::uint32_t(step));
        push(builder, rank, (rank + 1) % ranks, 8 * kMiB);
        if (step + 2 < ranks) builder.at(rank).notify(Purpose::staged, {(rank + 1) % ranks});
      }
    const double shard = machine.latency_poll_ns * kNano + 8 * kMiB / (machine.lane_vector_GBps * kGB);
    const double signal = (machine.latency_notify_ns + machine.latency_poll_ns / 2) * kNano;
    CHECK(time_of(builder, machine) ==
          within(start_of(machine) + (ranks - 1) * shard + (ranks - 2) * signal));
  }
}

TEST_CASE("an all-to-all behind a switch takes r - 1 blocks over each GPU's link") {
  const Machine machine = builtin("hgx-h200");
  for (int ranks : {2, 3, 8}) {
    ScheduleBuilder builder(room(ranks), Regime::zero_copy, 16);
    for (int rank = 0; rank < ranks; ++rank)
      for (int lane = 0; lane < 16; ++lane)
        for (int peer = 1; peer < ranks; ++peer) pull(builder, rank, (rank + peer) % ranks, 2 * kMiB, lane);
    const double rate = 18 * machine.links.front().vector_GBps * kGB;
    CHECK(
        time_of(builder, machine) ==
        within(start_of(machine) + (ranks - 1) * (machine.latency_load_ns * kNano + 16 * 2.0 * kMiB / rate)));
  }
}

TEST_CASE("a reduction's sources share its lane and its GPU's way in") {
  const Machine machine = builtin("hgx-h200");
  for (int ranks : {2, 4, 8}) {
    ScheduleBuilder builder(room(ranks));
    std::vector<Span> sources;
    for (int rank = 0; rank < ranks; ++rank)
      sources.push_back(bytes_of(BufferKind::input, rank, 0, 4 * kMiB));
    builder.at(0).reduce(ReduceOp::sum, sources, {bytes_of(BufferKind::output, 0, 0, 4 * kMiB)});
    CHECK(time_of(builder, machine) == within(start_of(machine) + machine.latency_load_ns * kNano +
                                              ranks * 4.0 * kMiB / (machine.lane_vector_GBps * kGB)));
  }
}

TEST_CASE("a local copy reads and writes its memory, at the cache's rate where it fits") {
  const Machine machine = builtin("hgx-h200");
  for (const std::int64_t bytes : {std::int64_t{64} * 1024, kMiB / 2}) {
    ScheduleBuilder builder(room(1), Regime::staged, 128);
    builder.window(128 * bytes);
    for (int lane = 0; lane < 128; ++lane)
      builder.at(0, lane).stage(bytes_of(BufferKind::input, 0, lane * bytes, bytes),
                                bytes_of(BufferKind::window, 0, lane * bytes, bytes));
    const bool fits = 2.0 * 128 * bytes <= machine.cache_size_MB * 1e6;
    const double memory = (fits ? machine.cache_rate_GBps : machine.memory_rate_GBps) / 2;
    const double rate = std::min<double>(128 * machine.lane_vector_GBps, memory) * kGB;
    CHECK(time_of(builder, machine) ==
          within(start_of(machine, 128) + machine.latency_poll_ns * kNano + 128.0 * bytes / rate));
  }
}

TEST_CASE("PCIe: pairs below one switch are apart, pairs across share its uplink, then the sockets' link") {
  const Machine machine = builtin("pcie-gen4-8");
  const auto exchange = [&](const std::vector<std::pair<int, int>>& pairs) {
    ScheduleBuilder builder(room(8), Regime::zero_copy, 2);
    for (const auto& [from, to] : pairs)
      for (int lane : {0, 1}) push(builder, from, to, 8 * kMiB, lane);
    return time_of(builder, machine) - start_of(machine) - machine.latency_poll_ns * kNano;
  };
  const double pcie = machine.links.front().vector_GBps * kGB, bytes = 16.0 * kMiB;
  CHECK(exchange({{0, 1}, {2, 3}, {4, 5}, {6, 7}}) == within(bytes / pcie));
  CHECK(exchange({{0, 2}}) == within(bytes / pcie));
  CHECK(exchange({{0, 2}, {1, 3}}) == within(2 * bytes / pcie));
  CHECK(exchange({{0, 4}, {1, 5}, {2, 6}, {3, 7}}) == within(4 * bytes / (24 * kGB)));
}

TEST_CASE("packets put twice their payload on the way and arrive one store later") {
  const Machine machine = builtin("hgx-h200");
  const std::int64_t bytes = 64 * 1024;
  ScheduleBuilder builder(room(2), Regime::packet);
  builder.packet_window(2 * bytes);
  builder.at(0).put(bytes_of(BufferKind::input, 0, 0, bytes), {{{1}, 0}});
  TakePackets take;
  take.shape.run = bytes;
  take.sources = {TakePackets::Packets{{1}, 0, 1}};
  take.destinations = {bytes_of(BufferKind::output, 1, 0, bytes)};
  builder.at(1).take(take);
  const double wire = 2.0 * bytes / (machine.lane_packet_GBps * kGB);
  const double arrival = (machine.latency_store_ns + machine.latency_poll_ns / 2) * kNano;
  CHECK(time_of(builder, machine) ==
        within(start_of(machine) + machine.latency_poll_ns * kNano + wire + arrival));
}

TEST_CASE("ranks start late by their skew, and a slow GPU's lanes are slow") {
  Machine machine = builtin("hgx-h200");
  ScheduleBuilder builder(room(2));
  push(builder, 0, 1, 64 * kMiB);
  sim::SimOptions options;
  options.skew_s = {3e-6, 0};
  const double bytes = 64 * kMiB / (machine.lane_vector_GBps * kGB);
  const double start = start_of(machine) + machine.latency_poll_ns * kNano;
  CHECK(time_of(builder, machine, options) == within(start + 3e-6 + bytes));
  machine.gpu_speed.assign(8, 1);
  machine.gpu_speed[0] = 0.25;
  CHECK(time_of(builder, machine) == within(start + 4 * bytes));
}

TEST_CASE("each launch mode has its own start") {
  const Machine machine = builtin("hgx-h200");
  ScheduleBuilder builder(room(1));
  builder.at(0).copy(bytes_of(BufferKind::input, 0, 0, 1), bytes_of(BufferKind::output, 0, 0, 1));
  const auto with = [&](sim::Launch launch) {
    sim::SimOptions options;
    options.launch = launch;
    return time_of(builder, machine, options);
  };
  CHECK(with(sim::Launch::pipelined) - with(sim::Launch::graph) ==
        within((machine.launch_pipelined_ns - machine.launch_graph_ns) * kNano));
  CHECK(with(sim::Launch::synchronous) - with(sim::Launch::graph) ==
        within((machine.launch_synchronous_ns - machine.launch_graph_ns) * kNano));
}

TEST_CASE("an all_reduce in the switch over r ranks passes each wire 1 + 1/r times") {
  const Machine machine = builtin("hgx-h200");
  constexpr int kLanes = 32;
  constexpr std::int64_t kSize = 32 * kMiB;
  for (int ranks : {2, 4, 8}) {
    ScheduleBuilder builder(room(ranks), Regime::staged, kLanes);
    builder.window(2 * kSize);
    const std::int64_t piece = kSize / ranks / kLanes;
    for (int rank = 0; rank < ranks; ++rank)
      for (int lane = 0; lane < kLanes; ++lane) {
        std::vector<Span> sources, destinations;
        const std::int64_t at = (rank * kLanes + lane) * piece;
        for (int member = 0; member < ranks; ++member) {
          sources.push_back(bytes_of(BufferKind::window, member, at, piece));
          destinations.push_back(bytes_of(BufferKind::window, member, kSize + at, piece));
        }
        builder.at(rank, lane).reduce(ReduceOp::sum, sources, destinations);
      }
    Schedule schedule = builder.build();
    set_datapath(schedule, Datapath::multicast);
    const std::vector<sim::RawJob> jobs = {{&schedule, &machine, {}}};
    const double rate = 18 * machine.hubs.front().multicast_GBps * kGB;
    CHECK(sim::simulate_raw(jobs, 1).front().run.launch_s.front() ==
          within(start_of(machine, kLanes) + machine.latency_load_ns * kNano +
                 static_cast<double>(kSize) * (1 + 1.0 / ranks) / rate));
  }
}
