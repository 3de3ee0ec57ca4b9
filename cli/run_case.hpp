#pragma once
#include "cli/console.hpp"
#include "cli/render/run_report.hpp"
#include "cli/run_request.hpp"

namespace purlin::cli {

/// Proves, executes and measures one request at each of its sizes; rows go to `reporter` as they come.
Exit run_case(const RunVerbOptions& options, const RunRequest& run, const Request& request, Console& console,
              RunReporter& reporter);

}  // namespace purlin::cli
