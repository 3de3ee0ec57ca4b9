#pragma once
#include <span>
#include <string_view>

namespace purlin {

/// One thing that a planned or given schedule's request must obey. P1: what is forced, P2: plan documents.
struct PlanRule {
  std::string_view code;
  std::string_view title;
  std::string_view text;
  std::string_view mend;
};

/// All rules, by code.
std::span<const PlanRule> plan_rules();

}  // namespace purlin
