#pragma once
#include "cli/exit_status.hpp"
#include "cli/options/explain.hpp"

namespace purlin::cli {

Exit explain_verb(const ExplainVerbOptions& options);

}  // namespace purlin::cli
