#pragma once
#include "cli/exit_status.hpp"
#include "cli/options/compare.hpp"

namespace purlin::cli {

Exit compare_verb(const CompareVerbOptions& options);

}  // namespace purlin::cli
