#include "cli/commands/simulate.hpp"

#include <set>

#include "cli/console.hpp"
#include "cli/interrupt.hpp"
#include "cli/results.hpp"
#include "cli/simulate_case.hpp"

namespace purlin::cli {
namespace {

SimulateLook look_of(const SimulateVerbOptions& options, const SimulateRequest& request) {
  SimulateLook look;
  look.format = options.output.format;
  look.verbose = options.output.verbose;
  look.candidates = options.candidates;
  look.seed = options.request.seed;
  std::set<std::string> machines;
  for (const SimulateCase& one : request.cases)
    for (const Variant& variant : one.variants) {
      machines.insert(variant.machine.name);
      look.settings.clear();
      for (const auto& [key, value] : variant.set) look.settings.push_back(key);
    }
  look.several_machines = machines.size() > 1;
  return look;
}

}  // namespace

Exit simulate_verb(const SimulateVerbOptions& options) {
  Console console(options.output);
  Results results(options.output.output);
  Diagnostics diagnostics;
  const auto request = read_simulate_request(options, diagnostics);
  console.show(diagnostics);
  if (!request) return Exit::bad_request;
  catch_interrupts();
  const auto reporter = make_simulate_reporter(look_of(options, *request), results);
  Exit status = Exit::good;
  for (const SimulateCase& one : request->cases) {
    status = worst(status, simulate_case(options, *request, one, console, *reporter));
    if (interrupted()) break;
  }
  reporter->finish();
  results.commit();
  return interrupted() ? Exit::interrupted : status;
}

}  // namespace purlin::cli
