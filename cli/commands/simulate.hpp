#pragma once
#include "cli/exit_status.hpp"
#include "cli/options/simulate.hpp"

namespace purlin::cli {

Exit simulate_verb(const SimulateVerbOptions& options);

}  // namespace purlin::cli
