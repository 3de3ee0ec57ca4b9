#include <map>

#include "tests/catch.hpp"
#include "tests/support/explore.hpp"
#include "tests/support/random.hpp"
#include "tests/support/small_mutants.hpp"
#include "tests/support/sweep.hpp"
#include "tests/support/tiny_plans.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

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
  for (int i = 0; i < cases(200, 2'500, 20'000); ++i) {
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
  for (int i = 0; i < cases(100, 1'500, 10'000); ++i) {
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
  const int wanted = cases(10, 120, 1'500);
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
