#include "cli/commands/simulate.hpp"
#include "cli/console.hpp"

// Instead of simulate.cpp where the simulated Atom is not built.
namespace purlin::cli {

Exit simulate_verb(const SimulateVerbOptions& options) {
  Console(options.output)
      .error("this purlin was built without the simulated Atom",
             "build it with -DPURLIN_WITH_SIM=ON (needs SimGrid)");
  return Exit::bad_request;
}

}  // namespace purlin::cli
