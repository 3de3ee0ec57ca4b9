#include "cli/options/run.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/run.hpp"
#include "cli/options/verb.hpp"

namespace purlin::cli {
namespace {

void add_where(CLI::App& verb, RunVerbOptions& options) {
  const std::string group = "Where";
  verb.add_option("--atom", options.atom, "auto (CUDA where a device is, else host threads), cuda or host")
      ->check(CLI::IsMember({"auto", "cuda", "host"}))
      ->option_text("ATOM")
      ->group(group);
  verb.add_option("--gpus", options.gpus,
                  "devices, as in 0,1,4-7; ranks are placed round-robin, more ranks than devices is loopback")
      ->option_text("LIST")
      ->group(group);
  verb.add_option("-g", options.first_gpus, "the first N devices")->option_text("N")->group(group);
  verb.add_option("--launch", options.launch, "how launches reach CUDA devices: graph (default) or stream")
      ->check(CLI::IsMember({"graph", "stream"}))
      ->option_text("MODE")
      ->group(group);
}

void add_data(CLI::App& verb, RunVerbOptions& options) {
  const std::string group = "Data";
  verb.add_option("--inputs", options.inputs,
                  "rank0.npy … of this directory are the first launch's inputs; later ones use fresh data")
      ->option_text("DIR")
      ->group(group);
  verb.add_option("--outputs", options.outputs, "write the first launch's outputs as rank0.npy … there")
      ->option_text("DIR")
      ->group(group);
}

void add_measuring(CLI::App& verb, RunVerbOptions& options) {
  const std::string group = "Measuring";
  verb.add_option("-w,--warmup", options.warmup, "launches before those timed (default 5)")
      ->check(CLI::Range(0, 1'000'000))
      ->option_text("N")
      ->group(group);
  verb.add_option(
          "-n,--iters", options.iters,
          "launches timed: dependent, each with fresh data (default: up to 20 in a second, at least 5)")
      ->check(CLI::Range(1, 1'000'000))
      ->option_text("N")
      ->group(group);
  verb.add_option("-c,--check", options.check, "1: check every output (default); 0: none")
      ->check(CLI::Range(0, 1))
      ->option_text("N")
      ->group(group);
  verb.add_option("--timeout", options.timeout_s, "seconds after which a wait gives up (default 10)")
      ->check(within(0.001, 86'400))
      ->option_text("SECONDS")
      ->group(group);
  verb.add_flag("--candidates", options.candidates, "measure every chain and regime that applies")
      ->group(group);
  verb.add_option("--baseline", options.baseline, "nccl: the same by NCCL, interleaved (one GPU per rank)")
      ->check(CLI::IsMember({"nccl"}))
      ->option_text("NAME")
      ->group(group);
  verb.add_option("--trace", options.trace, "timeline of every action of one launch, Chrome/Perfetto JSON")
      ->option_text("FILE")
      ->group(group);
  verb.add_option("--inject", options.injections)->allow_extra_args(false)->take_all()->group("");
}

}  // namespace

Verb declare_run(CLI::App& purlin) {
  auto options = std::make_shared<RunVerbOptions>();
  CLI::App& verb = add_verb(purlin, "run", "execute on GPUs (or on host threads) and measure",
                            "purlin run all_reduce -b 8 -e 64M -f 2 -d bf16\n"
                            "purlin run samples/01_all_reduce.toml --inputs in --outputs out");
  add_request(verb, options->request);
  add_where(verb, *options);
  add_data(verb, *options);
  add_measuring(verb, *options);
  add_output(verb, options->output, {"table", "json", "csv", "md", "nccl-tests"});
  return {&verb, [options] { return run_verb(*options); }};
}

}  // namespace purlin::cli
