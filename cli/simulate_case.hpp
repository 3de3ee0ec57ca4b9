#pragma once
#include "cli/console.hpp"
#include "cli/render/simulate_report.hpp"
#include "cli/simulate_request.hpp"

namespace purlin::cli {

/// Plans, proves and simulates one case at each of its sizes on each of its machines; rows go to `reporter`.
Exit simulate_case(const SimulateVerbOptions& options, const SimulateRequest& request,
                   const SimulateCase& what, Console& console, SimulateReporter& reporter);

}  // namespace purlin::cli
