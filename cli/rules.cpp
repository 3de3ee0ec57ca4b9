#include "cli/rules.hpp"

#include "snac/plan_rules.hpp"
#include "snac/verify/rules.hpp"
#include "spec/machine_rules.hpp"
#include "spec/rules.hpp"

namespace purlin::cli {
namespace {

ExplainedRule with_example(ExplainedRule rule) {
  if (const BadSample* sample = bad_sample(rule.code)) {
    rule.example_file = sample->file;
    rule.example = sample->text;
  }
  return rule;
}

}  // namespace

std::vector<ExplainedRule> all_rules() {
  std::vector<ExplainedRule> rules;
  for (const SpecRule& rule : spec_rules())
    rules.push_back(with_example(
        {rule.code, rule.title, rule.text, rule.mend, "docs/spec.md#" + std::string(rule.anchor), {}, {}}));
  for (const MachineRule& rule : machine_rules())
    rules.push_back(with_example({rule.code, rule.title, rule.text, rule.mend, "docs/machines.md", {}, {}}));
  for (const PlanRule& rule : plan_rules())
    rules.push_back(with_example({rule.code, rule.title, rule.text, rule.mend, "docs/cli.md", {}, {}}));
  for (const ScheduleRule& rule : schedule_rules())
    rules.push_back(with_example(
        {rule.code, rule.title, rule.text, {}, "docs/verification.md#" + std::string(rule.anchor), {}, {}}));
  return rules;
}

}  // namespace purlin::cli
