#pragma once
#include <string>
#include <vector>

#include "cli/render/plan_record.hpp"

namespace purlin::cli {

/// Everything that is derived, for people. `verbose`: whole lists.
std::string render_plan_text(const PlanCase& plan, bool verbose);
std::string render_plan_md(const PlanCase& plan, bool verbose);

/// The transfers, one line per source.
std::string render_plans_csv(const std::vector<PlanCase>& plans);
std::string render_plans_json(const std::vector<PlanCase>& plans);

}  // namespace purlin::cli
