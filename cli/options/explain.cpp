#include "cli/options/explain.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/explain.hpp"
#include "cli/options/verb.hpp"

namespace purlin::cli {

Verb declare_explain(CLI::App& purlin) {
  auto options = std::make_shared<ExplainVerbOptions>();
  CLI::App& verb = add_verb(purlin, "explain", "what a diagnostic means, with an example and the mend",
                            "purlin explain S204\npurlin explain");
  verb.add_option("CODE", options->codes, "codes of diagnostics; none: list them all")
      ->option_text("[CODE…]");
  add_output(verb, options->output, {"table", "json", "md"});
  return {&verb, [options] { return explain_verb(*options); }};
}

}  // namespace purlin::cli
