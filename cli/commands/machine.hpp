#pragma once
#include "cli/exit_status.hpp"
#include "cli/options/machine.hpp"

namespace purlin::cli {

Exit machine_verb(const MachineVerbOptions& options);

}  // namespace purlin::cli
