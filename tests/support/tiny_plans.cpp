#include "tests/support/tiny_plans.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "snac/chain.hpp"
#include "snac/plan.hpp"
#include "snac/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/snac/chains/specs.hpp"
#include "tests/support/explore.hpp"

namespace purlin::testing {
namespace {

std::optional<Schedule> plan_tiny(const Problem& problem, std::string_view chain, Regime regime, bool push,
                                  int lanes) {
  PlanOptions options;
  options.algorithm = std::string(chain);
  options.regime = regime;
  options.push = push;
  options.lanes = lanes;
  Diagnostics refused;
  return plan(problem, options, refused);
}

void add_plans(std::vector<Tiny>& plans, const ShortSpec& spec, int lanes) {
  const Problem problem = problem_of(spec);
  for (const Chain& chain : chains())
    for (Regime regime : {Regime::zero_copy, Regime::staged, Regime::packet})
      for (bool push : {false, true}) {
        if (push && regime == Regime::packet) continue;  // no choice
        if (auto schedule = plan_tiny(problem, chain.name, regime, push, lanes))
          plans.push_back(
              {fmt::format("{} {} {} -> {}, {} {}{}, {} {} {}, {} lanes", spec.shape, spec.axes, spec.input,
                           spec.output, spec.op, spec.dtype, spec.in_place ? " in place" : "", chain.name,
                           name_of(regime), push ? "push" : "pull", lanes),
               std::move(*schedule)});
      }
}

/// An all-to-all by which every rank writes into all windows at once: it shows who ran ahead before.
const Schedule& pusher(int ranks) {
  const auto make = [](int of) {
    const Problem problem = problem_of(chain_specs(of, 2 * of).at(7));
    return plan_tiny(problem, "direct", Regime::staged, true, 1).value();
  };
  static const std::map<int, Schedule> all = {{2, make(2)}, {3, make(3)}};
  return all.at(ranks);
}

}  // namespace

const std::vector<Tiny>& all_tiny() {
  static const std::vector<Tiny> all = [] {
    std::vector<Tiny> plans;
    for (int ranks : {2, 3})
      for (int lanes : {1, 2})
        for (const ShortSpec& spec : chain_specs(ranks, 2 * ranks)) add_plans(plans, spec, lanes);
    return plans;
  }();
  return all;
}

std::string rule_of(const Schedule& schedule) {
  const Verification verification = verify(schedule);
  for (const Check& check : verification.checks)
    if (check.verdict == Verdict::fail) return check.rule;
  return verification.schedule ? "" : "no verdict";
}

std::string fault_of(const Schedule& schedule) {
  const Schedule &other = pusher(schedule.problem.ranks()), &self = schedule;
  for (const auto& launches : {std::vector{&self, &self, &self}, std::vector{&other, &self, &other}}) {
    const Explored explored = explore(launches);
    REQUIRE(explored.is_complete);
    if (!explored.fault.empty()) return explored.fault;
  }
  return "";
}

}  // namespace purlin::testing
