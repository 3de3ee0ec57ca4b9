#pragma once
#include <string>
#include <vector>

#include "cli/rules.hpp"

namespace purlin::cli {

/// One line per rule.
std::string render_rule_list(const std::vector<ExplainedRule>& rules);

/// Each rule whole. `format`: table, md or json.
std::string render_rules(const std::vector<ExplainedRule>& rules, const std::string& format);

}  // namespace purlin::cli
