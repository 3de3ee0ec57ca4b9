#pragma once
#include "cli/exit_status.hpp"
#include "cli/options/plan.hpp"

namespace purlin::cli {

Exit plan_verb(const PlanVerbOptions& options);

}  // namespace purlin::cli
