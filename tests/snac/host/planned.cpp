#include "tests/snac/host/planned.hpp"

#include <fmt/format.h>

#include "snac/chain.hpp"
#include "spec/named_collectives.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"

namespace purlin::testing {
namespace {

constexpr std::array kRegimes = {Regime::packet, Regime::zero_copy, Regime::staged};

Problem problem_of_kind(std::string_view kind, int ranks, const std::string& size) {
  Overrides overrides;
  overrides.ranks = ranks;
  overrides.size = size;
  Diagnostics diagnostics;
  std::optional<Spec> spec = read_spec(std::string(kind), overrides, diagnostics);
  REQUIRE(spec);
  return spec->problem;
}

void add_plans(std::vector<Named>& plans, const Problem& problem, std::string_view algorithm, int lanes) {
  for (Regime regime : kRegimes)
    for (bool push : {false, true}) {
      PlanOptions options;
      options.algorithm = algorithm;
      options.regime = regime;
      options.push = push;
      options.lanes = lanes;
      Diagnostics refused;
      std::optional<Schedule> schedule = plan(problem, options, refused);
      if (!schedule) continue;
      plans.push_back({fmt::format("{} on {} ranks: {} {} {}, {} lanes", problem.name, problem.ranks(),
                                   algorithm, name_of(regime), push ? "push" : "pull", lanes),
                       verified(std::move(*schedule))});
    }
}

}  // namespace

VerifiedSchedule verified(Schedule schedule) {
  Verification verification = verify(std::move(schedule));
  for (const Check& check : verification.checks) {
    INFO(check.name << " " << check.rule << " " << check.counterexample);
    REQUIRE(check.verdict == Verdict::pass);
  }
  return *verification.schedule;
}

VerifiedSchedule planned(const Problem& problem, const PlanOptions& options) {
  Diagnostics diagnostics;
  std::optional<Schedule> schedule = plan(problem, options, diagnostics);
  REQUIRE(schedule);
  return verified(std::move(*schedule));
}

std::vector<Named> every_plan(int ranks, const std::string& size, int lanes) {
  std::vector<Named> plans;
  for (const NamedCollective& kind : kNamedCollectives) {
    const std::size_t before = plans.size();
    const Problem problem = problem_of_kind(kind.name, ranks, size);
    for (const Chain& chain : chains()) add_plans(plans, problem, chain.name, lanes);
    REQUIRE(plans.size() > before);
  }
  return plans;
}

}  // namespace purlin::testing
