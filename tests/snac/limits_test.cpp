#include "snac/limits.hpp"

#include "snac/plan.hpp"
#include "snac/verify/bounds.hpp"
#include "spec/read_machine.hpp"
#include "tests/catch.hpp"
#include "tests/snac/chains/specs.hpp"
#include "tests/support/machines.hpp"

using namespace purlin;
using namespace purlin::testing;

TEST_CASE("ranks of a GPU share its limits") {
  const Machine machine = builtin("hgx-h200");
  const Limits alone = limits_of(Fabric(machine, 8)), shared = limits_of(Fabric(machine, 24));
  CHECK(alone.machine == "hgx-h200");
  CHECK(alone.ranks_per_gpu == 1);
  CHECK(static_cast<double>(alone.lanes) == machine.limit_lanes);
  CHECK(shared.ranks_per_gpu == 3);
  CHECK(shared.lanes == alone.lanes / 3);
  CHECK(shared.window_half == alone.window_half / 3);
}

TEST_CASE("plans keep to the limits of their machine, whichever it is") {
  for (const BuiltinMachine& known : builtin_machines())
    for (Regime regime : {Regime::packet, Regime::staged}) {
      PlanOptions options;
      options.machine = builtin(std::string(known.name));
      options.regime = regime;
      Machine& machine = *options.machine;
      machine.limit_window_MiB.number = 0.125;
      machine.limit_lanes.number = 12;
      const int ranks = 2 * std::min(machine.gpus, 4);
      const Problem problem = problem_of(chain_specs(ranks, 100'000).front());
      Diagnostics diagnostics;
      const auto schedule = plan(problem, options, diagnostics);
      INFO(known.name << ", " << name_of(regime));
      REQUIRE(schedule);
      const Check check = check_bounds(*schedule, limits_of(Fabric(machine, ranks)));
      INFO(check.counterexample);
      CHECK(check.verdict == Verdict::pass);
    }
}
