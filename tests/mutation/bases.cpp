#include "tests/mutation/bases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "snac/chain.hpp"
#include "snac/plan.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/snac/chains/specs.hpp"
#include "tests/support/source_dir.hpp"

namespace purlin::testing {
namespace {

constexpr int kMostRanks = 8;

const std::vector<std::string>& samples() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "samples"))
      if (entry.path().extension() == ".toml") found.push_back(entry.path().string());
    std::ranges::sort(found);
    return found;
  }();
  return all;
}

std::optional<Problem> cut(const Problem& problem, Random& random) {
  Diagnostics refused;
  const std::int64_t element = size_of(problem.dtype).value;
  return resized(problem, {element * random.between(problem.ranks(), random.chance(30) ? 600 : 40)}, refused);
}

/// On as many ranks as drawn, or on its own where its mesh or tables say how many.
std::optional<Problem> draw_sample(Random& random) {
  const std::string& path = random.pick(samples());
  Overrides overrides;
  overrides.ranks = random.between(2, kMostRanks);
  Diagnostics refused;
  auto spec = read_spec(path, overrides, refused);
  if (!spec) spec = read_spec(path, {}, refused);
  REQUIRE(spec);
  if (spec->problem.ranks() < 2 || spec->problem.ranks() > kMostRanks) return std::nullopt;
  return cut(spec->problem, random);
}

Problem draw_spec(Random& random) {
  const auto specs =
      chain_specs(static_cast<int>(random.between(2, kMostRanks)), static_cast<int>(random.between(1, 13)));
  return problem_of(random.pick(specs));
}

PlanOptions draw_options(const Problem& problem, Random& random) {
  constexpr std::array kRegimes = {Regime::packet, Regime::zero_copy, Regime::staged};
  PlanOptions options;
  options.algorithm = std::string(random.pick(chains()).name);
  options.regime = random.pick(kRegimes);
  if (*options.regime != Regime::packet) options.push = random.chance(50);
  options.lanes = static_cast<int>(random.between(1, 2));
  const std::int64_t element = size_of(problem.dtype).value;
  if (random.chance(40)) options.chunk = element * random.between(1, 8);
  if (random.chance(40)) options.window_half = 128 * random.between(1, 32);
  return options;
}

std::string print(const Schedule& schedule) {
  const Problem& problem = schedule.problem;
  return fmt::format("{} {} of {} bytes on {} ranks: {}, {}, {} lanes", name_of(problem.op),
                     problem.name.empty() ? problem.kind : problem.name, size_of(problem).value,
                     problem.ranks(), schedule.algorithm, name_of(schedule.regime), schedule.lanes);
}

}  // namespace

Base draw_base(Random& random) {
  while (true) {
    const std::optional<Problem> problem = random.chance(40) ? draw_sample(random) : draw_spec(random);
    if (!problem) continue;
    Diagnostics refused;
    if (auto schedule = plan(*problem, draw_options(*problem, random), refused))
      return {print(*schedule), std::move(*schedule)};
  }
}

}  // namespace purlin::testing
