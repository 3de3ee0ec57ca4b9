#include "cli/commands/run.hpp"

#include <cstdlib>

#include "cli/console.hpp"
#include "cli/interrupt.hpp"
#include "cli/launcher.hpp"
#include "cli/results.hpp"
#include "cli/run_case.hpp"
#include "cli/run_request.hpp"

namespace purlin::cli {
namespace {

RunHead head_of(const RunVerbOptions& options, const RunRequest& run) {
  RunHead head;
  head.verb = "run";
  const Sweep sizes = sizes_of(run.requests.front());
  head.min_bytes = sizes.front();
  head.max_bytes = sizes.back();
  head.by_factor = !options.request.size.step;
  if (sizes.size() > 1)
    head.step = head.by_factor ? sizes[1] / std::max<std::int64_t>(1, sizes[0]) : sizes[1] - sizes[0];
  head.warmup = options.warmup;
  head.iters = options.iters.value_or(kIters);
  head.iters_at_most = !options.iters && run.executor->devices() == 0;  // devices take them all
  head.check = options.check != 0;
  head.seed = options.request.seed;
  head.graph = run.executor->launch() == "graph";
  head.baseline = options.baseline.has_value();
  return head;
}

Exit run_all(const RunVerbOptions& options, RunRequest& run, Console& console, Results& results) {
  const auto reporter = make_run_reporter(options.output.format, head_of(options, run), results);
  Exit status = Exit::good;
  for (const Request& request : run.requests) {
    status = worst(status, run_case(options, run, request, console, *reporter));
    if (interrupted()) break;
  }
  reporter->finish();
  return interrupted() ? Exit::interrupted : status;
}

}  // namespace

Exit run_verb(const RunVerbOptions& options) {
  Console console(options.output);
  if (const auto launcher = find_launcher([](const char* name) { return std::getenv(name); }))
    console.warn(explain(*launcher));
  Results results(options.output.output);
  Diagnostics diagnostics;
  auto run = read_run_request(options, diagnostics);
  console.show(diagnostics);
  if (!run) return Exit::bad_request;
  catch_interrupts();
  const Exit status = run_all(options, *run, console, results);
  results.commit();
  return status;
}

}  // namespace purlin::cli
