#include "cli/options/verify.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/verify.hpp"
#include "cli/options/verb.hpp"

namespace purlin::cli {

Verb declare_verify(CLI::App& purlin) {
  auto options = std::make_shared<VerifyVerbOptions>();
  CLI::App& verb = add_verb(purlin, "verify", "prove the schedule, then execute and compare",
                            "purlin verify '[p] n -> n' --op sum --ranks 8 --size 1M\n"
                            "purlin verify samples/01_all_reduce.toml --all-schedules");
  add_request(verb, options->request);
  const std::string group = "Checking";
  verb.add_option("--atom", options->atom, "what executes: auto (host threads), cuda or host (default auto)")
      ->check(CLI::IsMember({"auto", "cuda", "host"}))
      ->option_text("ATOM")
      ->group(group);
  verb.add_option("--gpus", options->gpus, "CUDA devices that execute, as in 0,1,4-7 (default: all)")
      ->option_text("LIST")
      ->group(group);
  verb.add_option("-g", options->first_gpus, "the first N devices")->option_text("N")->group(group);
  verb.add_flag("--all-schedules", options->all_schedules, "every chain and regime that applies")
      ->group(group);
  verb.add_option("--against", options->against, "verify this plan document or schedule against SPEC")
      ->option_text("FILE")
      ->group(group);
  verb.add_option("--interleavings", options->interleavings, "seeded interleavings executed (default 16)")
      ->check(CLI::Range(0, 1'000'000))
      ->option_text("N")
      ->group(group);
  verb.add_option("--launches", options->launches, "launches of the soak, ranks running ahead (default 16)")
      ->check(CLI::Range(0, 1'000'000))
      ->option_text("N")
      ->group(group);
  verb.add_option("--timeout", options->timeout_s, "seconds after which a wait gives up (default 10)")
      ->check(within(0.001, 86'400))
      ->option_text("SECONDS")
      ->group(group);
  add_output(verb, options->output, {"table", "json", "csv", "md"});
  return {&verb, [options] { return verify_verb(*options); }};
}

}  // namespace purlin::cli
