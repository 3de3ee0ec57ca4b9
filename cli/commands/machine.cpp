#include "cli/commands/machine.hpp"

#include <fmt/format.h>

#include "cli/complain.hpp"
#include "cli/console.hpp"
#include "cli/executor.hpp"
#include "cli/interrupt.hpp"
#include "cli/probe_machine.hpp"
#include "cli/render/machine_file.hpp"
#include "cli/render/machine_report.hpp"
#include "cli/results.hpp"
#include "spec/read_machine.hpp"

namespace purlin::cli {
namespace {

std::vector<Machine> read_all(const std::vector<std::string>& names, Diagnostics& diagnostics) {
  std::vector<Machine> machines;
  for (const std::string& name : names)
    if (auto machine = read_machine(name, diagnostics)) machines.push_back(std::move(*machine));
  return machines;
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const BuiltinMachine& machine : builtin_machines()) names.emplace_back(machine.name);
  return names;
}

std::string render(const std::vector<Machine>& machines, bool list, const OutputOptions& output) {
  if (output.format == "json") return render_machines_json(machines);
  if (list) return render_machine_list(machines);
  std::string text;
  for (const Machine& machine : machines)
    text += (text.empty() ? "" : "\n") + render_machine_text(machine, output.verbose);
  return text;
}

void check_usage(const MachineVerbOptions& options, Diagnostics& diagnostics) {
  if (options.gpus && !options.probe) complain(diagnostics, "--gpus goes with --probe");
  if (options.first_gpus && !options.probe) complain(diagnostics, "-g goes with --probe");
  if (options.probe && !options.machines.empty())
    complain(diagnostics,
             fmt::format("--probe measures this machine and takes no '{}'", options.machines[0]));
}

/// As the user would say it again.
std::string command_of(const MachineVerbOptions& options) {
  std::string command = "purlin machine --probe";
  if (options.gpus) command += " --gpus " + *options.gpus;
  if (options.first_gpus) command += fmt::format(" -g {}", *options.first_gpus);
  return command;
}

/// The file, once it is known to read back.
std::string probed_text(const ProbedMachine& probed, const OutputOptions& output) {
  const std::string file = render_machine_file(probed.machine, probed.remarks);
  Diagnostics diagnostics;
  auto machine = read_machine_text(file, output.output.value_or("probed"), ".", diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.severity == Severity::error)
      throw std::runtime_error("what was measured makes no machine: " + diagnostic.message);
  return output.format == "json" ? render_machines_json({std::move(*machine)}) : file;
}

Exit probe(const MachineVerbOptions& options, Console& console, Results& results) {
  catch_interrupts();
  Diagnostics diagnostics;
  std::optional<ProbedMachine> probed;
  try {
    probed = probe_machine(
        {options.gpus, options.first_gpus}, command_of(options),
        [&](const std::string& what) {
          console.progress("measuring " + what);
          return !interrupted();
        },
        diagnostics);
  } catch (const Refused& refused) {
    complain(diagnostics, refused.what());
  }
  console.clear_progress();
  console.show(diagnostics);
  if (interrupted()) return Exit::interrupted;
  if (!probed) return Exit::bad_request;
  results.write(probed_text(*probed, options.output));
  results.commit();
  return Exit::good;
}

}  // namespace

Exit machine_verb(const MachineVerbOptions& options) {
  Console console(options.output);
  Results results(options.output.output);
  Diagnostics diagnostics;
  check_usage(options, diagnostics);
  const bool list = options.machines.empty();
  const auto machines = read_all(list ? builtin_names() : options.machines, diagnostics);
  console.show(diagnostics);
  if (diagnostics.has_errors()) return Exit::bad_request;
  if (options.probe) return probe(options, console, results);
  results.write(render(machines, list, options.output));
  results.commit();
  return Exit::good;
}

}  // namespace purlin::cli
