#include <fmt/core.h>

#include <cmath>

#include "atom_sim/engine.hpp"
#include "atom_sim/skew.hpp"
#include "snac/verify/verify.hpp"
#include "spec/read_machine.hpp"
#include "tests/bench/bench.hpp"

namespace purlin::bench {
namespace {

constexpr int kPoints = 40;

Machine builtin(const std::string& name) {
  Diagnostics diagnostics;
  return read_machine(name, diagnostics).value();
}

Schedule planned_on(const Machine& machine, const std::string& kind, std::int64_t size,
                    std::optional<int> lanes = {}) {
  PlanOptions options;
  options.machine = machine;
  options.lanes = lanes;
  return planned(named(kind, machine.gpus, size), options);
}

/// Time, transfers a second and memory of one simulation.
void report(const char* what, const Machine& machine, const Schedule& schedule, double skew_s = 0) {
  std::fflush(stdout);  // a child would print it again
  const Cost cost = cost_of([&] {
    sim::RawJob job{&schedule, &machine, {}};
    if (skew_s > 0) job.options.skew_s = sim::arrival_skew(machine.gpus, skew_s, 1, 0);
    const auto reports = sim::simulate_raw({&job, 1}, 1);
    return fmt::format("{} {}", reports[0].transfers, reports[0].run.launch_s[0] * 1e6);
  });
  const double transfers = std::stod(cost.said);
  fmt::print("  {:52} {:8.3f} {:8.3f} {:10.0f} {:12.0f} {:8.0f}\n", what, cost.seconds, cost.cpu_s, transfers,
             transfers / cost.cpu_s, cost.peak_MB);
}

/// From 1 KiB to 1 GiB.
std::int64_t size_of_point(int i) { return std::llround(1024 * std::exp2(20.0 * i / (kPoints - 1))); }

/// A sweep on each of five machines, planned and proved.
void report_sweep() {
  std::vector<Machine> machines;
  for (const char* name : {"dgx-a100", "hgx-h100", "hgx-h200", "hgx-b200", "flat"})
    machines.push_back(builtin(name));
  std::vector<Schedule> schedules;
  double proof_s = 0;
  const double plan_s = seconds([&] {
    for (const Machine& machine : machines)
      for (int i = 0; i < kPoints; ++i)
        schedules.push_back(planned_on(machine, "all_reduce", size_of_point(i)));
  });
  for (Schedule& schedule : schedules)
    proof_s += seconds([&] {
      if (!verify(Schedule(schedule)).schedule) throw std::runtime_error("a proof failed");
    });
  std::vector<sim::RawJob> jobs;
  for (std::size_t i = 0; i < schedules.size(); ++i)
    jobs.push_back({&schedules[i], &machines[i * machines.size() / schedules.size()], {}});
  const double simulated_s = seconds([&] { sim::simulate_raw(jobs, 2); });
  fmt::print(
      "  {} points of all_reduce on 5 machines: planned in {:.2f} s, proved in {:.2f} s, simulated in "
      "{:.2f} s\n",
      schedules.size(), plan_s, proof_s, simulated_s);
}

void run() {
  fmt::print("  {:52} {:>8} {:>8} {:>10} {:>12} {:>8}\n", "", "s", "CPU s", "transfers", "a CPU second",
             "MB");
  const Machine small = builtin("hgx-h200"), large = builtin("gb200-nvl72");
  report("all_reduce, 8 GPUs, 1 GiB", small, planned_on(small, "all_reduce", 1 << 30));
  const Schedule wide = planned_on(large, "all_to_all", 1 << 30, 16);
  report("all_to_all, 72 GPUs x 16 lanes, 1 GiB, lock-step", large, wide);
  report("all_to_all, 72 GPUs x 16 lanes, 1 GiB, skew of 5 us", large, wide, 5e-6);
  report_sweep();
}

const Registration kSimulateSpeed("simulate_speed", "the simulator's speed and memory", run);

}  // namespace
}  // namespace purlin::bench
