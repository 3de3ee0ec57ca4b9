#pragma once
#include "cli/exit_status.hpp"

namespace purlin::cli {

/// Reads the command line and does what the chosen verb says.
Exit run_app(int argc, const char* const* argv);

}  // namespace purlin::cli
