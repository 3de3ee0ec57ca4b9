// Every rule of plans has a sample in samples/bad that breaks it and nothing else, or is reached by options
// that no command has.
#include "snac/plan_rules.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

#include "snac/plan.hpp"
#include "snac/schedule_json.hpp"
#include "spec/rules.hpp"
#include "spec/size.hpp"
#include "tests/catch.hpp"
#include "tests/spec/bad_sample.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/source_dir.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

using Codes = std::set<std::string>;

Codes codes_of(const Diagnostics& diagnostics) {
  Codes codes;
  for (const Diagnostic& d : diagnostics.all()) {
    UNSCOPED_INFO(d.code << ": " << d.message);
    codes.insert(d.code);
  }
  return codes;
}

/// A request as a command line gives it.
struct Command {
  std::string spec;
  Overrides overrides;
  PlanOptions options;
};

std::optional<Regime> regime_named(std::string_view name) {
  for (Regime regime : {Regime::packet, Regime::zero_copy, Regime::staged})
    if (name_of(regime) == name) return regime;
  return std::nullopt;
}

void apply(Command& command, const std::string& option, const std::string& value) {
  if (option == "--ranks") command.overrides.ranks = std::stoll(value);
  if (option == "--size") command.overrides.size = value;
  if (option == "--algorithm") command.options.algorithm = value;
  if (option == "--regime") command.options.regime = regime_named(value);
  if (option == "--lanes") command.options.lanes = std::stoi(value);
  if (option == "--chunk") command.options.chunk = parse_size(value);
}

Command command_of(const BadSample& sample) {
  Command command;
  if (sample.file.ends_with(".toml")) {
    command.spec = (source_dir() / "samples/bad" / sample.file).string();
    return command;
  }
  std::istringstream text{std::string(sample.text)};
  std::string line;
  while (std::getline(text, line) && line.starts_with('#')) continue;
  const std::vector<std::string> words = words_of(line);
  command.spec = words.at(2);
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (words[i] == "--inplace")
      command.overrides.in_place = true;
    else if (words[i] == "--deterministic")
      command.options.deterministic = true;
    else
      apply(command, words[i], words.at(i + 1)), ++i;
  }
  return command;
}

Codes broken_by(const BadSample& sample) {
  Diagnostics diagnostics;
  if (sample.file.ends_with(".json")) {
    read_schedule(std::string(sample.text), std::string(sample.file), diagnostics);
    return codes_of(diagnostics);
  }
  Command command = command_of(sample);
  auto spec = read_spec(command.spec, command.overrides, diagnostics);
  REQUIRE(spec);
  if (spec->options.algorithm) command.options.algorithm = spec->options.algorithm;
  if (spec->options.regime) command.options.regime = regime_named(*spec->options.regime);
  Problem problem = spec->problem;
  if (command.overrides.size)
    problem = resized(problem, {*parse_size(*command.overrides.size)}, diagnostics).value();
  plan(problem, command.options, diagnostics);
  return codes_of(diagnostics);
}

Codes refused(const Problem& problem, const PlanOptions& options) {
  Diagnostics diagnostics;
  CHECK_FALSE(plan(problem, options, diagnostics));
  return codes_of(diagnostics);
}

constexpr std::string_view kOfProfiles = "P300";  // profile_test.cpp breaks those, in profiles
constexpr std::array<std::string_view, 2> kByOptionsAlone = {"P107", "P108"};

}  // namespace

TEST_CASE("every plan rule has a sample that breaks it and nothing else") {
  for (const PlanRule& rule : plan_rules()) {
    INFO(rule.code);
    if (rule.code >= kOfProfiles) continue;
    const BadSample* sample = bad_sample(rule.code);
    const bool is_unseen = std::ranges::count(kByOptionsAlone, rule.code) > 0;
    CHECK((sample == nullptr) == is_unseen);
    if (sample) CHECK(broken_by(*sample) == Codes{std::string(rule.code)});
  }
}

TEST_CASE("pushing where nobody copies, and ranks that nothing joins, are refused") {
  const Problem problem = problem_of({"[2]", "n = 64", "[rank=p] n", "n", "sum"});
  PlanOptions pushed;  // all reduce for themselves
  pushed.algorithm = "direct", pushed.regime = Regime::zero_copy, pushed.push = true;
  CHECK(refused(problem, pushed).contains("P107"));
  PlanOptions apart;
  apart.machine = builtin("dgx-v100");
  apart.gpus = {{0}, {5}};
  CHECK(refused(problem, apart).contains("P108"));
}
