#include "atom_sim/simulate.hpp"

#include <algorithm>

#include "atom_sim/engine.hpp"
#include "snac/plan.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using purlin::testing::builtin;
using purlin::testing::bytes_of;
using purlin::testing::problem_of;
using purlin::testing::ScheduleBuilder;

namespace {

Schedule planned(const std::string& kind, int ranks, std::int64_t bytes, PlanOptions options = {}) {
  if (!options.algorithm) options.algorithm = "direct";
  if (!options.regime) options.regime = Regime::zero_copy;
  if (!options.lanes) options.lanes = 4;
  Diagnostics diagnostics;
  Overrides overrides;
  overrides.ranks = ranks;
  overrides.size = std::to_string(bytes);
  const auto spec = read_spec(kind, overrides, diagnostics);
  REQUIRE(spec);
  auto schedule = plan(spec->problem, options, diagnostics);
  REQUIRE(schedule);
  return *schedule;
}

sim::SimReport simulated(const Schedule& schedule, const Machine& machine,
                         const sim::SimOptions& options = {}) {
  const std::vector<sim::RawJob> jobs = {{&schedule, &machine, options}};
  return sim::simulate_raw(jobs, 1).front();
}

bool constant_of(const Machine& machine, const std::string& key) {
  return std::ranges::count(known_constants(machine), key, &NamedConstant::key) == 1;
}

const std::vector<std::string> kKinds = {"broadcast",  "scatter",      "gather",         "all_gather",
                                         "all_to_all", "reduce",       "reduce_scatter", "all_reduce",
                                         "permute",    "all_gather_v", "all_to_all_v"};

}  // namespace

TEST_CASE("every kind in every regime comes to an end, above its floor") {
  const Machine machine = builtin("hgx-h200");
  for (const std::string& kind : kKinds)
    for (int ranks : {1, 2, 3, 8})
      for (Regime regime : {Regime::zero_copy, Regime::staged}) {
        INFO(kind << " " << ranks << " " << name_of(regime));
        PlanOptions options;
        options.regime = regime;
        const Schedule schedule = planned(kind, ranks, 100'003, options);
        const sim::SimReport report = simulated(schedule, machine);
        REQUIRE_FALSE(report.run.hang);
        const double seconds = report.run.launch_s.front();
        CHECK(seconds >= report.floor.bytes_s);
        CHECK(seconds >= report.floor.path_s * (1 - 1e-6));
        double path = 0;
        for (const sim::PathShare& share : report.critical_path) {
          path += share.seconds;
          CHECK(constant_of(machine, share.constant));
        }
        CHECK(path == Approx(seconds).epsilon(1e-6));
      }
}

TEST_CASE("results do not depend on how many run at once, nor on when") {
  const Machine machine = builtin("hgx-h200"), mesh = builtin("gh200-mesh-4");
  const Schedule a = planned("all_reduce", 4, 1 << 20), b = planned("all_to_all", 4, 1 << 16);
  std::vector<sim::RawJob> jobs;
  for (int i = 0; i < 6; ++i) jobs.push_back({i % 2 ? &a : &b, i % 3 ? &machine : &mesh, {}});
  const auto one = sim::simulate_raw(jobs, 1), three = sim::simulate_raw(jobs, 3);
  for (std::size_t i = 0; i < jobs.size(); ++i) CHECK(one[i].run.launch_s == three[i].run.launch_s);
}

TEST_CASE("the busiest resource is named, with its part of the time") {
  const Machine machine = builtin("hgx-h200");
  PlanOptions options;
  options.lanes = 32;
  const sim::SimReport report = simulated(planned("all_gather", 8, std::int64_t{1} << 30, options), machine);
  REQUIRE_FALSE(report.loads.empty());
  CHECK(report.loads.front().kind == sim::Resource::Kind::datapath);
  CHECK(report.loads.front().busy > 0.9);  // the rest: each rank's copy of its own part
  CHECK(report.loads.front().busy <= 1 + 1e-6);
  CHECK(report.phases.size() == 1);
  CHECK(report.phases.front().bottleneck.resource == report.loads.front().resource);
}

TEST_CASE("the critical path says which constant each part follows from") {
  const Machine machine = builtin("hgx-h200");
  const auto first = [&](std::int64_t bytes, int lanes) {
    PlanOptions options;
    options.lanes = lanes;
    return simulated(planned("all_reduce", 8, bytes, options), machine).critical_path.front();
  };
  CHECK(first(1024, 1).constant == "latency.notify_ns");
  CHECK(first(1 << 30, 4).constant == "lane.vector_GBps");
  CHECK(first(1 << 30, 64).constant == "link.nvlink.vector_GBps");
  CHECK(first(1 << 30, 64).what == "consume");
}

TEST_CASE("a trace has every action, in its lane's order") {
  const Schedule schedule = planned("all_reduce", 4, 1 << 16);
  sim::SimOptions options;
  options.trace = true;
  const sim::SimReport report = simulated(schedule, builtin("hgx-h200"), options);
  CHECK(static_cast<std::int64_t>(report.run.trace.size()) == count_actions(schedule));
  for (std::size_t i = 1; i < report.run.trace.size(); ++i) {
    const TraceEvent &before = report.run.trace[i - 1], &now = report.run.trace[i];
    CHECK(now.begin_s <= now.end_s);
    if (before.rank == now.rank && before.lane == now.lane) CHECK(before.end_s == now.begin_s);
  }
}

TEST_CASE("a stamp that nobody sends is named, with who waits for it") {
  ScheduleBuilder builder(problem_of("[s] n", "s n", ReduceOp::copy, 3, {{"n", 4}}));
  builder.at(1).await(Purpose::ready, {0});
  builder.at(2).await(Purpose::ready, {1});
  builder.at(1).notify(Purpose::ready, {2});
  const sim::SimReport report = simulated(builder.build(), builtin("hgx-h200"));
  REQUIRE(report.run.hang);
  CHECK(report.run.launch_s.empty());
  CHECK(report.run.hang->first.rank == Rank{1});
  CHECK(report.run.hang->first.signal == "ready of rank 0, lane 0");
  CHECK(report.run.hang->cause == "nobody sends ready of rank 0, lane 0 to rank 1");
}

TEST_CASE("lanes that wait for each other are found, with their chain") {
  ScheduleBuilder builder(problem_of("[s] n", "s n", ReduceOp::copy, 2, {{"n", 4}}));
  for (int rank : {0, 1}) {
    builder.at(rank).await(Purpose::ready, {1 - rank});
    builder.at(rank).notify(Purpose::ready, {1 - rank});
  }
  const sim::SimReport report = simulated(builder.build(), builtin("hgx-h200"));
  REQUIRE(report.run.hang);
  CHECK(report.run.hang->chain.size() == 2);
  CHECK(report.run.hang->first.producer == Rank{1});
}

TEST_CASE("a schedule that the machine cannot run is refused with the reason") {
  const auto code_of = [](const Schedule& schedule, const Machine& machine) {
    Diagnostics diagnostics;
    CHECK_FALSE(sim::check_fit(
        schedule, machine, placed_in_turn(machine, static_cast<int>(schedule.programs.size())), diagnostics));
    REQUIRE_FALSE(diagnostics.empty());
    return diagnostics.all().front().code;
  };
  const Schedule eight = planned("all_reduce", 8, 1 << 20);
  CHECK(code_of(eight, builtin("dgx-v100")) == "M301");
  Schedule bulk = eight;
  for (auto& lanes : bulk.programs)
    for (Program& program : lanes)
      for (Action& action : program) action.datapath = Datapath::bulk;
  CHECK(code_of(bulk, builtin("dgx-a100")) == "M302");
  PlanOptions options;
  options.lanes = 200;
  CHECK(code_of(planned("all_reduce", 8, 1 << 20, options), builtin("hgx-h200")) == "M303");
  Machine small = builtin("hgx-h200");
  small.limit_window_MiB.number = 0.001;
  options = {};
  options.regime = Regime::staged;
  CHECK(code_of(planned("all_reduce", 8, 1 << 20, options), small) == "M304");
  Diagnostics none;
  CHECK(sim::check_fit(eight, builtin("hgx-h200"), placed_in_turn(builtin("hgx-h200"), 8), none));
}

TEST_CASE("ranks share the GPU of a loopback machine") {
  Machine machine = builtin("hgx-h200");
  machine.loopback = true;
  machine.gpus = 1;
  machine.wires.clear();
  const Schedule schedule = planned("all_reduce", 8, 1 << 20);
  const sim::SimReport report = simulated(schedule, machine);
  CHECK_FALSE(report.run.hang);
  machine.latency_notify_ns.number += 1000;  // between ranks on that GPU, too
  machine.latency_store_ns.number += 1000;
  CHECK(simulated(schedule, machine).run.launch_s.front() >= report.run.launch_s.front() + 0.9e-6);
}
