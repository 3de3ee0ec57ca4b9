#include "atom_sim/engine.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>

#include "atom_sim/children.hpp"
#include "atom_sim/report.hpp"
#include "atom_sim/touched.hpp"

namespace purlin::sim {
namespace {

/// Its key and its time.
std::pair<std::string_view, double> launch_of(const Machine& machine, Launch launch) {
  switch (launch) {
    case Launch::graph:
      return {"launch.graph_ns", machine.launch_graph_ns * 1e-9};
    case Launch::pipelined:
      return {"launch.pipelined_ns", machine.launch_pipelined_ns * 1e-9};
    case Launch::synchronous:
      return {"launch.synchronous_ns", machine.launch_synchronous_ns * 1e-9};
  }
  return {};
}

/// What further lanes of its GPU add to a rank's start.
double lanes_s(const RawJob& job, const Placement& placement, Gpu gpu) {
  const auto lanes = std::ranges::count(placement, gpu) * job.schedule->lanes;
  return static_cast<double>(lanes - 1) * job.machine->launch_lane_ns.value_or(0) * 1e-9;
}

std::vector<double> starts_of(const RawJob& job, const Placement& placement) {
  const std::size_t ranks = job.schedule->programs.size();
  std::vector<double> start_s(ranks, launch_of(*job.machine, job.options.launch).second);
  for (std::size_t rank = 0; rank < ranks; ++rank) start_s[rank] += lanes_s(job, placement, placement[rank]);
  PURLIN_ASSERT(job.options.skew_s.empty() || job.options.skew_s.size() == ranks);
  for (std::size_t rank = 0; rank < job.options.skew_s.size(); ++rank)
    start_s[rank] += job.options.skew_s[rank];
  return start_s;
}

std::vector<bool> cached(const Schedule& schedule, const Machine& machine, const Placement& placement) {
  std::vector<bool> fits;
  for (double bytes : touched_bytes(schedule, machine, placement))
    fits.push_back(bytes <= machine.cache_size_MB * 1e6);
  return fits;
}

/// All that a job needs before and after its walk.
class Prepared {
 public:
  explicit Prepared(const RawJob& job)
      : job_(job),
        placement_(job.options.placement.empty()
                       ? placed_in_turn(*job.machine, static_cast<int>(job.schedule->programs.size()))
                       : job.options.placement),
        network_(*job.machine, cached(*job.schedule, *job.machine, placement_)),
        cost_(network_, placement_),
        script_(script_of(*job.schedule, cost_)),
        start_s_(starts_of(job, placement_)) {}

  std::vector<StepTimes> walked() const { return walk(Platform(network_), script_, start_s_); }

  SimReport report(const std::vector<StepTimes>& times) const {
    const std::string_view launch = launch_of(*job_.machine, job_.options.launch).first;
    return report_of({*job_.schedule, network_, script_, launch, start_s_, times}, job_.options.trace);
  }

 private:
  RawJob job_;
  Placement placement_;
  Network network_;
  CostModel cost_;
  Script script_;
  std::vector<double> start_s_;
};

std::string bytes_of(const std::vector<StepTimes>& times) {
  return {reinterpret_cast<const char*>(times.data()), times.size() * sizeof(StepTimes)};
}

std::vector<StepTimes> times_of(const std::string& bytes) {
  PURLIN_ASSERT(bytes.size() % sizeof(StepTimes) == 0);
  std::vector<StepTimes> times(bytes.size() / sizeof(StepTimes));
  if (!bytes.empty()) std::memcpy(times.data(), bytes.data(), bytes.size());
  return times;
}

}  // namespace

std::string_view name_of(Launch launch) {
  switch (launch) {
    case Launch::graph:
      return "graph";
    case Launch::pipelined:
      return "pipelined";
    case Launch::synchronous:
      return "synchronous";
  }
  return "";
}

std::vector<SimReport> simulate_raw(std::span<const RawJob> jobs, int processes) {
  std::vector<SimReport> reports(jobs.size());
  const auto produce = [&](std::size_t job) { return bytes_of(Prepared(jobs[job]).walked()); };
  const auto consume = [&](std::size_t job, const std::string& sent) {
    reports[job] = Prepared(jobs[job]).report(times_of(sent));
  };
  run_in_children(jobs.size(), processes, produce, consume);
  return reports;
}

std::vector<SimReport> simulate(std::span<const SimJob> jobs, int processes) {
  std::vector<RawJob> raw;
  for (const SimJob& job : jobs) raw.push_back({&**job.schedule, job.machine, job.options});
  return simulate_raw(raw, processes);
}

}  // namespace purlin::sim
