#include "cli/options/shared.hpp"

#include <CLI/CLI.hpp>

namespace purlin::cli {
namespace {

void add_sizes(CLI::App& verb, SizeOptions& size) {
  const std::string group = "Sizes";
  verb.add_option(
          "--size", size.size,
          "one size, or a sweep MIN:MAX[:FACTOR], in bytes a rank holds; K M G are powers of 1024, the "
          "default factor is 2")
      ->option_text("S")
      ->group(group);
  verb.add_option("-b", size.min, "smallest size of a sweep")->option_text("S")->group(group);
  verb.add_option("-e", size.max, "largest size of a sweep")->option_text("S")->group(group);
  verb.add_option("-f", size.factor, "each size is the one before times this")
      ->option_text("N")
      ->group(group);
  verb.add_option("-i", size.step, "each size is the one before plus this")->option_text("S")->group(group);
}

void add_overrides(CLI::App& verb, RequestOptions& options) {
  const std::string group = "Request (over what the file says)";
  verb.add_option("--ranks", options.ranks, "ranks of a one-axis mesh")->option_text("N")->group(group);
  verb.add_option("-d,--dtype", options.dtype, "element type: f64 f32 f16 bf16 f8e4m3 f8e5m2 i64 … u8")
      ->option_text("T")
      ->group(group);
  verb.add_option("-o,--op", options.op, "copy, sum, prod, min, max or avg")->option_text("OP")->group(group);
  verb.add_option("-r,--root", options.root, "root of a rooted kind")->option_text("R")->group(group);
  verb.add_flag("--inplace", options.in_place, "input and output share memory, where that is legal")
      ->group(group);
}

void add_plan(CLI::App& verb, RequestOptions& options) {
  const std::string group = "Plan (auto: the planner chooses)";
  verb.add_option("--machine", options.machines, "a machine model: a name or a TOML file")
      ->option_text("M")
      ->allow_extra_args(false)
      ->take_all()
      ->group(group);
  verb.add_option("--algorithm", options.algorithm, "force the chain: direct, two_phase, ring, …")
      ->option_text("A")
      ->group(group);
  verb.add_option("--regime", options.regime, "force packet, zero_copy or staged")
      ->option_text("R")
      ->group(group);
  verb.add_option("--lanes", options.lanes, "force the lanes of a rank")->option_text("N")->group(group);
  verb.add_option("--chunk", options.chunk, "force the bytes a lane moves between two notifications")
      ->option_text("S")
      ->group(group);
  verb.add_flag("--deterministic", options.deterministic,
                "the same bits whatever the size, regime, lanes and machine")
      ->group(group);
  verb.add_option("--schedule", options.schedule,
                  "take the schedule from this plan document; it is verified all the same")
      ->option_text("FILE")
      ->group(group);
  verb.add_option("--seed", options.seed, "seed of data and interleavings (default 1)")
      ->option_text("N")
      ->group(group);
}

}  // namespace

void add_request(CLI::App& verb, RequestOptions& options) {
  verb.add_option("SPEC", options.specs,
                  "a TOML file, - for standard input, a collective's name (all_reduce) or a pair of layouts "
                  "('[p] n -> n'); several are done in turn")
      ->option_text("SPEC…");
  add_overrides(verb, options);
  add_sizes(verb, options.size);
  add_plan(verb, options);
}

void add_output(CLI::App& verb, OutputOptions& options, std::initializer_list<const char*> formats) {
  const std::string group = "Results";
  std::string list;
  for (const char* format : formats) list += (list.empty() ? "" : ", ") + std::string(format);
  verb.add_option("--format", options.format, list + " (default " + *formats.begin() + ")")
      ->check(CLI::IsMember(std::vector<std::string>(formats.begin(), formats.end())))
      ->option_text("F")
      ->group(group);
  verb.add_option("--output", options.output, "write the results to this file, whole or not at all")
      ->option_text("FILE")
      ->group(group);
  verb.add_flag("--quiet", options.quiet, "errors and results only")->group(group);
  verb.add_flag("--verbose", options.verbose, "whole lists, and why each choice was made")->group(group);
  verb.add_option("--color", options.color, "auto, always or never (default auto)")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("WHEN")
      ->group(group);
}

}  // namespace purlin::cli
