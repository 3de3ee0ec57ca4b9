#include "cli/options/compare.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/compare.hpp"
#include "cli/options/verb.hpp"

namespace purlin::cli {

Verb declare_compare(CLI::App& purlin) {
  auto options = std::make_shared<CompareVerbOptions>();
  CLI::App& verb = add_verb(purlin, "compare", "two result files: ratios, threshold, exit status",
                            "purlin run all_reduce --format json --output a.json\n"
                            "purlin compare a.json b.json --threshold 10");
  verb.add_option("FILES", options->files, "two JSON documents of run or simulate")->option_text("A B");
  verb.add_option("--threshold", options->threshold_percent,
                  "B may be slower than A by this many percent (default 5)")
      ->check(within(0, 1e6))
      ->option_text("PERCENT")
      ->group("Comparing");
  add_output(verb, options->output, {"table", "json", "csv", "md"});
  return {&verb, [options] { return compare_verb(*options); }};
}

}  // namespace purlin::cli
