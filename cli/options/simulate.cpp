#include "cli/options/simulate.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/simulate.hpp"
#include "cli/options/verb.hpp"

namespace purlin::cli {
namespace {

void add_repeatable(CLI::App& verb, const char* name, std::vector<std::string>& into, const char* what,
                    const char* text) {
  verb.add_option(name, into, what)->option_text(text)->allow_extra_args(false)->take_all()->group("What if");
}

void add_what_ifs(CLI::App& verb, SimulateVerbOptions& options) {
  add_repeatable(verb, "--set", options.set,
                 "other values for a constant that `purlin machine` shows; several give a row each",
                 "KEY=V1,V2,…");
  add_repeatable(verb, "--down", options.down,
                 "without the link between two names that `purlin machine` shows", "A:B");
  add_repeatable(verb, "--slow", options.slow, "a GPU's lanes, memory and cache at a fraction of their rates",
                 "GPU=FACTOR");
  verb.add_option("--gpus", options.gpus, "place the ranks on these GPUs, as in 0,2,4-7")
      ->option_text("LIST")
      ->group("What if");
  verb.add_option("--skew", options.skew, "ranks arrive spread over this time (5us), by --seed")
      ->option_text("TIME")
      ->group("What if");
  verb.add_option("--samples", options.samples, "arrivals to try under --skew (default 32)")
      ->check(CLI::Range(1, 100'000))
      ->option_text("N")
      ->group("What if");
  verb.add_option("--launch", options.launch, "graph, pipelined or synchronous (default graph)")
      ->check(CLI::IsMember({"graph", "pipelined", "synchronous"}))
      ->option_text("MODE")
      ->group("What if");
  verb.add_option("--profile", options.profile,
                  "as another implementation does it (nccl): its algorithms and fixed costs")
      ->option_text("NAME")
      ->group("What if");
}

}  // namespace

Verb declare_simulate(CLI::App& purlin) {
  auto options = std::make_shared<SimulateVerbOptions>();
  CLI::App& verb = add_verb(purlin, "simulate", "predict on a modelled machine",
                            "purlin simulate all_reduce --machine hgx-h100 --machine hgx-b200\n"
                            "purlin simulate all_gather --size 64M --set link.nvlink.vector_GBps=15,20");
  add_request(verb, options->request);
  add_what_ifs(verb, *options);
  verb.add_flag("--candidates", options->candidates, "simulate every chain and regime that applies")
      ->group("Answers");
  verb.add_flag("--sensitivity", options->sensitivity, "how much ±10 % of each constant moves each time")
      ->group("Answers");
  verb.add_option("--trace", options->trace,
                  "timeline of the largest size on the first machine, Chrome/Perfetto JSON")
      ->option_text("FILE")
      ->group("Answers");
  add_output(verb, options->output, {"table", "json", "csv", "md"});
  return {&verb, [options] { return simulate_verb(*options); }};
}

}  // namespace purlin::cli
