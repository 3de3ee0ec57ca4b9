#include "cli/options/machine.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/machine.hpp"
#include "cli/options/verb.hpp"

namespace purlin::cli {

Verb declare_machine(CLI::App& purlin) {
  auto options = std::make_shared<MachineVerbOptions>();
  CLI::App& verb =
      add_verb(purlin, "machine", "list or show machine models: links, constants and their sources",
               "purlin machine\n"
               "purlin machine dgx-v100\n"
               "purlin machine --probe --output mine.toml\n"
               "purlin machine mine.toml --format json");
  verb.add_option("NAME", options->machines, "a built-in machine or a TOML file; none: list those built in")
      ->option_text("[NAME…]");
  verb.add_flag("--probe", options->probe,
                "measure the CUDA devices of this machine and write their model, a TOML file")
      ->group("Measuring");
  verb.add_option("--gpus", options->gpus, "the devices to measure, as in 0,1,4-7 (default: all)")
      ->option_text("LIST")
      ->group("Measuring");
  verb.add_option("-g", options->first_gpus, "the first N devices")->option_text("N")->group("Measuring");
  add_output(verb, options->output, {"table", "json"});
  return {&verb, [options] { return machine_verb(*options); }};
}

}  // namespace purlin::cli
