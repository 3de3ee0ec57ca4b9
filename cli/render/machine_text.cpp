#include <fmt/format.h>

#include "cli/render/machine_report.hpp"
#include "cli/render/number.hpp"
#include "cli/render/table.hpp"
#include "cli/render/text.hpp"
#include "spec/rings.hpp"

namespace purlin::cli {
namespace {

std::string rings_text(const Machine& machine) {
  std::vector<Gpu> all;
  for (int gpu = 0; gpu < machine.gpus; ++gpu) all.push_back({gpu});
  std::string text;
  for (const std::vector<Gpu>& ring : disjoint_rings(machine, all)) {
    text += text.empty() ? "  rings that share no link:" : ",";
    for (Gpu gpu : ring) text += fmt::format(" {}", gpu.value);
  }
  return text.empty() ? text : text + "\n";
}

std::string gpus_text(const Machine& machine) {
  if (machine.any_size) return "any";
  return std::to_string(machine.gpus) + (machine.loopback ? ", shared by all ranks" : "");
}

std::string link_help(const Machine& machine) {
  if (machine.wires.empty()) return {};
  const Wire& wire = machine.wires.front();
  return fmt::format("  a link is named by its ends: --down {}:{}\n", machine.node_name(wire.a),
                     machine.node_name(wire.b));
}

std::string constants_text(const Machine& machine, bool verbose) {
  Table table{{{"  constant", "", 0, true},
               {"value", ""},
               {"unit", "", 0, true},
               {"confidence", "", 0, true},
               {"source", "", 0, true}},
              {}};
  if (verbose) table.columns.push_back({"meaning", "", 0, true});
  for (const NamedConstant& named : known_constants(machine)) {
    table.rows.push_back({"  " + named.key, print_exact(named.constant->number),
                          std::string(unit_of(named.key)), std::string(name_of(named.constant->confidence)),
                          named.constant->source});
    if (verbose) table.rows.back().emplace_back(named.meaning);
  }
  return render_text(table);
}

}  // namespace

std::string render_machine_list(const std::vector<Machine>& machines) {
  Table table{{{"name", "", 0, true}, {"GPUs", ""}, {"", "", 0, true}}, {}};
  for (const Machine& machine : machines)
    table.rows.push_back(
        {machine.name, machine.any_size ? "any" : std::to_string(machine.gpus), machine.title});
  return render_text(table);
}

std::string render_machine_text(const Machine& machine, bool verbose) {
  std::string text = machine.name + (machine.title.empty() ? "" : ": " + machine.title) + "\n";
  text += fmt::format("GPUs: {}\n\nlinks ({}: {})\n", gpus_text(machine), name_of(machine.wires_confidence),
                      machine.wires_source.empty() ? "no source" : machine.wires_source);
  text += draw_links(machine) + rings_text(machine) + link_help(machine);
  return text + "\n" + constants_text(machine, verbose);
}

}  // namespace purlin::cli
