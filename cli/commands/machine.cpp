#include "cli/commands/machine.hpp"

#include "cli/console.hpp"
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

}  // namespace

Exit machine_verb(const MachineVerbOptions& options) {
  const Console console(options.output);
  Results results(options.output.output);
  Diagnostics diagnostics;
  const bool list = options.machines.empty();
  const auto machines = read_all(list ? builtin_names() : options.machines, diagnostics);
  console.show(diagnostics);
  if (diagnostics.has_errors()) return Exit::bad_request;
  results.write(render(machines, list, options.output));
  results.commit();
  return Exit::good;
}

}  // namespace purlin::cli
