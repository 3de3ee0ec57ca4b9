// Every chain in every regime, pushed and pulled, executed and compared with the oracle.
#include <array>

#include "snac/chain.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/snac/chains/specs.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problem.hpp"
#include "tests/support/schedule_runs.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

constexpr std::array kRegimes = {Regime::packet, Regime::zero_copy, Regime::staged};

/// One of each kind: a switch, direct links between all, direct links between some, a tree of bridges.
std::optional<Machine> machine_of(std::uint64_t turn, int ranks) {
  constexpr std::array kNames = {"", "a100-mesh-4", "dgx-v100", "pcie-gen4-8"};
  const std::string name = kNames[turn % kNames.size()];
  if (name.empty() || builtin(name).gpus < ranks) return std::nullopt;
  return builtin(name);
}

/// All manners of planning, by few lanes and chunks, in narrow windows too.
std::vector<PlanOptions> manners() {
  std::vector<PlanOptions> all;
  for (const Chain& chain : chains())
    for (Regime regime : kRegimes)
      for (bool push : {false, true})
        for (int variant = 0; variant < 4; ++variant) {
          if (chain.in_switch && (regime != Regime::staged || push)) continue;  // always refused
          PlanOptions options;
          options.algorithm = chain.name, options.regime = regime, options.push = push;
          options.lanes = std::array{1, 3, 2, 2}[static_cast<std::size_t>(variant)];
          if (variant % 2 == 1) options.chunk = variant == 1 ? 64 : 16;
          if (variant >= 2) options.window_half = variant == 2 ? 64 * 1024 : 16 * 1024;
          all.push_back(options);
        }
  return all;
}

/// A random sample of the product, larger in longer runs, all of it in the full one.
bool is_drawn(std::uint64_t number) {
  if (!in_slice(number)) return false;
  if (extent() == Extent::full) return true;
  return mixed(seed() + number) % static_cast<std::uint64_t>(cases(3600, 480, 24)) == 0;
}

void check(const Problem& problem, PlanOptions options, std::uint64_t number) {
  if (!chain_named(*options.algorithm)->in_switch) options.machine = machine_of(number, problem.ranks());
  INFO("PURLIN_TEST_SEED=" << seed() << ", case " << number << ": " << problem.ranks() << " ranks, "
                           << print(problem, problem.input) << " -> " << print(problem, problem.output)
                           << ", in place " << static_cast<int>(problem.in_place));
  INFO(print(options) << (options.push.value_or(false) ? ", push on " : ", pull on ")
                      << (options.machine ? options.machine->name : "flat"));
  REQUIRE(plan_and_run(problem, {options, Data::rough, number}).wrong == "");
}

}  // namespace

TEST_CASE("every chain in every regime does what its spec says", "[sweep]") {
  const std::vector<PlanOptions> all = manners();
  std::uint64_t number = 0;
  for (int ranks = 1; ranks <= 8; ++ranks)
    for (int n : {0, 1, 2, 3, 5, 7, 16, 17, 127, 128, 129, 255, 257, 1000})
      for (const ShortSpec& spec : chain_specs(ranks, n)) {
        const Problem problem = problem_of(spec);
        for (const PlanOptions& options : all)
          if (is_drawn(++number)) check(problem, options, number);
      }
}

TEST_CASE("chains do what random specs say", "[sweep]") {
  const std::vector<PlanOptions> all = manners();
  for (int i = 0; i < cases(20, 100, 1000); ++i) {
    const std::uint64_t at = seed() + static_cast<std::uint64_t>(i);
    Random random(at);
    Overrides overrides;
    Diagnostics diagnostics;
    auto spec = read_problem(random_problem(at), "random", ".", overrides, diagnostics);
    REQUIRE(spec);
    if (const auto form = in_place_form(spec->problem).form; random.chance(50)) spec->problem.in_place = form;
    for (int j = 0; j < 4; ++j) check(spec->problem, random.pick(all), at);
  }
}
