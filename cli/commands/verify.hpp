#pragma once
#include "cli/exit_status.hpp"
#include "cli/options/verify.hpp"

namespace purlin::cli {

Exit verify_verb(const VerifyVerbOptions& options);

}  // namespace purlin::cli
