#include "cli/options/plan.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/plan.hpp"
#include "cli/options/verb.hpp"

namespace purlin::cli {

Verb declare_plan(CLI::App& purlin) {
  auto options = std::make_shared<PlanVerbOptions>();
  CLI::App& verb = add_verb(
      purlin, "plan", "show what is derived: who holds what before and after, transfers, chain, schedule",
      "purlin plan all_gather --ranks 4\n"
      "purlin plan '[rank] b h -> b rank h' --ranks 4 --size 1M --format json");
  add_request(verb, options->request);
  verb.add_flag("--candidates", options->candidates, "price every chain and regime that applies")
      ->group("Plan (auto: the planner chooses)");
  add_output(verb, options->output, {"table", "json", "csv", "md"});
  return {&verb, [options] { return plan_verb(*options); }};
}

}  // namespace purlin::cli
