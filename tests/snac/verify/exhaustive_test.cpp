#include <fmt/format.h>

#include <map>
#include <optional>

#include "snac/chain.hpp"
#include "snac/plan.hpp"
#include "snac/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/snac/chains/specs.hpp"
#include "tests/support/explore.hpp"
#include "tests/support/random.hpp"
#include "tests/support/small_mutants.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

struct Tiny {
  std::string name;
  Schedule schedule;
};

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
      for (bool push : {false, true})
        if (auto schedule = plan_tiny(problem, chain.name, regime, push, lanes))
          plans.push_back(
              {fmt::format("{} {} {} -> {}, {} {}{}, {} {} {}, {} lanes", spec.shape, spec.axes, spec.input,
                           spec.output, spec.op, spec.dtype, spec.in_place ? " in place" : "", chain.name,
                           name_of(regime), push ? "push" : "pull", lanes),
               std::move(*schedule)});
}

/// All chains in all regimes on 2 and 3 ranks with 1 and 2 lanes.
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

/// An all-to-all by which every rank writes into all windows at once: it shows who ran ahead before.
const Schedule& pusher(int ranks) {
  const auto make = [](int of) {
    const Problem problem = problem_of(chain_specs(of, 2 * of).at(7));
    return plan_tiny(problem, "direct", Regime::staged, true, 1).value();
  };
  static const std::map<int, Schedule> all = {{2, make(2)}, {3, make(3)}};
  return all.at(ranks);
}

/// The rule that the verifier finds broken, or empty.
std::string rule_of(const Schedule& schedule) {
  const Verification verification = verify(schedule);
  for (const Check& check : verification.checks)
    if (check.verdict == Verdict::fail) return check.rule;
  return verification.schedule ? "" : "no verdict";
}

/// What goes wrong alone, or between launches of another schedule on the same windows and slots.
std::string fault_of(const Schedule& schedule) {
  const Schedule &other = pusher(schedule.problem.ranks()), &self = schedule;
  for (const auto& launches : {std::vector{&self, &self, &self}, std::vector{&other, &self, &other}}) {
    const Explored explored = explore(launches);
    REQUIRE(explored.is_complete);
    if (!explored.fault.empty()) return explored.fault;
  }
  return "";
}

/// Rules that ask for more than right outputs: what is written twice, in order, may be right.
bool is_stricter(const std::string& rule) { return rule == "V206"; }

}  // namespace

TEST_CASE("exhaustive: brute force finds no fault in any plan", "[sweep]") {
  const auto& plans = all_tiny();
  const auto step = plans.size() / static_cast<std::size_t>(cases(50, 400, 400'000)) + 1;
  for (std::size_t i = seed() % step; i < plans.size(); i += step) {
    INFO(plans[i].name);
    CHECK(rule_of(plans[i].schedule) == "");
    CHECK(fault_of(plans[i].schedule) == "");
  }
}

TEST_CASE("exhaustive: the verifier rejects the mutants that brute force rejects", "[sweep]") {
  Random random(seed());
  std::map<std::string, int> rejected, stricter;
  int harmless = 0;
  for (int i = 0; i < cases(200, 2'500, 50'000); ++i) {
    const Tiny& tiny = random.pick(all_tiny());
    const SmallMutant mutant = random.pick(small_mutants(tiny.schedule));
    const std::string rule = rule_of(mutant.schedule), fault = fault_of(mutant.schedule);
    INFO("seed " << seed() << ": " << tiny.name << "; " << mutant.name << "; " << rule << "; " << fault);
    const bool is_by_design = fault.empty() && is_stricter(rule);
    CHECK((rule.empty() == fault.empty() || is_by_design));
    ++(rule.empty() ? harmless : is_by_design ? stricter[rule] : rejected[rule]);
  }
  for (std::string rule : {"V110", "V201", "V204", "V205", "V301", "V302", "V401", "V501", "V502"}) {
    INFO("seed " << seed() << ": " << rule);
    CHECK((rejected[rule] > 0 || extent() == Extent::brief));
  }
  CHECK((harmless > 0 && stricter["V206"] > 0));
}

TEST_CASE("exhaustive: verified schedules may follow each other", "[sweep]") {
  Random random(seed());
  int mixed = 0;
  for (int i = 0; i < cases(100, 1'500, 20'000); ++i) {
    const Tiny &one = random.pick(all_tiny()), &two = random.pick(all_tiny());
    const SmallMutant mutant = random.pick(small_mutants(one.schedule));
    if (one.schedule.problem.ranks() != two.schedule.problem.ranks()) continue;
    const bool is_harmless = rule_of(mutant.schedule).empty();
    const Schedule *a = is_harmless ? &mutant.schedule : &one.schedule, *b = &two.schedule;
    for (const auto& launches : {std::vector{a, b, a}, std::vector{b, a, a, b}}) {
      INFO("seed " << seed() << ": " << one.name << "; " << (is_harmless ? mutant.name : "") << " and "
                   << two.name);
      CHECK(explore(launches).fault == "");
      ++mixed;
    }
  }
  CHECK(mixed > 0);
}

TEST_CASE("exhaustive: doing unordered steps at once changes no verdict", "[sweep]") {
  constexpr std::int64_t kMostStates = 5'000;
  Random random(seed());
  const int wanted = cases(10, 120, 3'000);
  int compared = 0;
  for (int i = 0; i < wanted; ++i) {
    const Tiny& tiny = random.pick(all_tiny());
    const SmallMutant mutant = random.pick(small_mutants(tiny.schedule));
    const Schedule* launched = i % 4 == 0 ? &tiny.schedule : &mutant.schedule;
    const Explored every = explore({launched, launched}, Steps::every, kMostStates);
    if (!every.is_complete) continue;
    ++compared;
    INFO("seed " << seed() << ": " << tiny.name << "; " << mutant.name << "; " << every.fault);
    CHECK(every.fault.empty() == explore({launched, launched}).fault.empty());
  }
  CHECK(compared > wanted / 3);
}
