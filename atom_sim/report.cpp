#include "atom_sim/report.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "atom_sim/bounds.hpp"
#include "spec/assert.hpp"

namespace purlin::sim {
namespace {

constexpr double kPerGB = 1e9;
constexpr double kRounding = 1e-6;  // of SimGrid's clock and shares, relative
constexpr double kClock_s = 1e-12;

Load load_of(const Resource& resource, double bytes, double seconds) {
  return {resource.name, resource.kind, bytes,
          seconds > 0 ? bytes / (resource.rate_GBps * kPerGB) / seconds : 0};
}

double makespan_s(const Walked& walked) {
  double last = *std::ranges::max_element(walked.start_s);
  for (const StepTimes& times : walked.times) last = std::max(last, times.end_s);
  return last;
}

std::vector<Load> loads_of(const Walked& walked, const std::vector<double>& bytes, double seconds) {
  std::vector<Load> loads;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] > 0) loads.push_back(load_of(walked.network.resources()[i], bytes[i], seconds));
  std::ranges::stable_sort(loads, std::greater(), &Load::busy);
  return loads;
}

int chain_step_of(const Walked& walked, const Step& step) {
  const auto& lane =
      walked.schedule
          .programs[static_cast<std::size_t>(step.rank.value)][static_cast<std::size_t>(step.lane)];
  return lane[static_cast<std::size_t>(step.action)].step;
}

/// One link of the chain, with only its own steps' bytes.
Phase phase_of(const Walked& walked, int chain_step) {
  Phase phase{chain_step, HUGE_VAL, 0, {}};
  Script part;
  for (std::size_t i = 0; i < walked.script.steps.size(); ++i) {
    const Step& step = walked.script.steps[i];
    if (step.work.flows.empty() || chain_step_of(walked, step) != chain_step) continue;
    phase.begin_s = std::min(phase.begin_s, walked.times[i].work_s);
    phase.end_s = std::max(phase.end_s, walked.times[i].end_s);
    part.steps.push_back(step);
  }
  if (part.steps.empty()) return phase;
  const auto loads = loads_of(walked, bytes_of(walked.network, part), phase.end_s - phase.begin_s);
  phase.bottleneck = loads.front();
  return phase;
}

std::vector<Phase> phases_of(const Walked& walked) {
  std::vector<int> chain_steps;
  for (const Step& step : walked.script.steps) chain_steps.push_back(chain_step_of(walked, step));
  std::ranges::sort(chain_steps);
  const auto repeated = std::ranges::unique(chain_steps);
  chain_steps.erase(repeated.begin(), repeated.end());
  std::vector<Phase> phases;
  for (int chain_step : chain_steps)
    if (const Phase phase = phase_of(walked, chain_step); phase.end_s > 0) phases.push_back(phase);
  return phases;
}

std::vector<TraceEvent> trace_of(const Walked& walked) {
  std::vector<TraceEvent> trace;
  for (std::size_t i = 0; i < walked.script.steps.size(); ++i) {
    const Step& step = walked.script.steps[i];
    trace.push_back({step.rank, step.lane, step.action, walked.times[i].begin_s, walked.times[i].end_s});
  }
  return trace;
}

}  // namespace

SimReport report_of(const Walked& walked, bool trace) {
  SimReport report;
  report.run.hang = hang_of(walked);
  if (report.run.hang) return report;
  const double seconds = makespan_s(walked);
  report.run.launch_s = {seconds};
  if (trace) report.run.trace = trace_of(walked);
  report.loads = loads_of(walked, bytes_of(walked.network, walked.script), seconds);
  report.phases = phases_of(walked);
  report.critical_path = critical_path_of(walked);
  for (const Step& step : walked.script.steps) report.transfers += step.work.flows.size();
  report.floor = floor_of(walked.network, walked.script, walked.start_s);
  PURLIN_ASSERT(seconds * (1 + kRounding) + kClock_s >= std::max(report.floor.bytes_s, report.floor.path_s));
  return report;
}

}  // namespace purlin::sim
