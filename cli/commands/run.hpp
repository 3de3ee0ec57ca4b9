#pragma once
#include "cli/exit_status.hpp"
#include "cli/options/run.hpp"

namespace purlin::cli {

Exit run_verb(const RunVerbOptions& options);

}  // namespace purlin::cli
