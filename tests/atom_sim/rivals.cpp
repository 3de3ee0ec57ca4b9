#include "tests/atom_sim/rivals.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "atom_sim/engine.hpp"
#include "snac/candidates.hpp"

namespace purlin::testing {
namespace {

std::string name_of(const Candidate& candidate) {
  const Style style = candidate.derivation.style;
  return fmt::format("{}/{}{} {}x{}", candidate.chain->name, purlin::name_of(style.regime),
                     style.regime != Regime::packet && style.push ? " pushed" : "",
                     candidate.derivation.cutting.lanes, candidate.derivation.cutting.chunk);
}

}  // namespace

std::vector<Rival> rivals(const Problem& problem, const Machine& machine, int processes) {
  const Fabric fabric(machine, problem.ranks());
  const std::vector<Delivery> deliveries = deliveries_of(problem);
  const ChainInput input{problem, deliveries, fabric};
  std::vector<Rival> all;
  std::vector<Schedule> schedules;
  PlanOptions options;
  options.machine = machine;  // named, so that its switch counts
  for (const Candidate& candidate : price_candidates(input, options).all) {
    all.push_back({name_of(candidate), candidate.predicted_s, 0});
    schedules.push_back(schedule_of(candidate, input));
  }
  std::vector<sim::RawJob> jobs;
  for (const Schedule& schedule : schedules) jobs.push_back({&schedule, &machine, {}});
  const std::vector<sim::SimReport> reports = sim::simulate_raw(jobs, processes);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].simulated_s = reports[i].run.launch_s.at(0);
  return all;
}

const Rival& best_of(const std::vector<Rival>& rivals) {
  return *std::ranges::min_element(rivals, {}, &Rival::simulated_s);
}

double regret(const std::vector<Rival>& rivals) {
  return rivals.front().simulated_s / best_of(rivals).simulated_s;
}

}  // namespace purlin::testing
