#pragma once
#include <span>
#include <string_view>

namespace purlin {

/// One thing a schedule must obey. `anchor` is the heading of docs/verification.md that argues for it.
struct ScheduleRule {
  std::string_view code;
  std::string_view title;
  std::string_view text;
  std::string_view anchor;
};

/// All rules, by code. V1: bounds, V2: meaning, V3: races, V4: reuse, V5: progress.
std::span<const ScheduleRule> schedule_rules();

/// nullptr where no rule has that code.
const ScheduleRule* schedule_rule(std::string_view code);

}  // namespace purlin
