#include <fmt/core.h>

#include <array>

#include "snac/chain.hpp"
#include "snac/plan.hpp"
#include "tests/catch.hpp"
#include "tests/snac/chains/specs.hpp"
#include "tests/support/sweep.hpp"
#include "tests/support/world.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

struct Manner {
  std::string algorithm;
  Regime regime;
  bool push;
  int lanes;
  std::int64_t chunk;
  std::int64_t window_half;
};

std::string text_of(const Problem& problem, const Manner& m) {
  return fmt::format("{} on {} ranks, {} {}, in place {}: {} {} {}, {} lanes, chunk {}, window {}",
                     problem.name, problem.ranks(), name_of(problem.op), name_of(problem.dtype),
                     static_cast<int>(problem.in_place), m.algorithm, name_of(m.regime),
                     m.push ? "push" : "pull", m.lanes, m.chunk, m.window_half);
}

/// Runs the plan, where there is one, twice in other interleavings; empty where all is right.
std::string run(const Problem& problem, const Manner& m, std::uint64_t seed) {
  PlanOptions options;
  options.algorithm = m.algorithm, options.regime = m.regime, options.push = m.push;
  options.lanes = m.lanes;
  if (m.chunk > 0) options.chunk = m.chunk;
  if (m.window_half > 0) options.window_half = m.window_half;
  Diagnostics refused;
  const auto schedule = plan(problem, options, refused);
  if (!schedule) return refused.all().empty() ? "neither a plan nor a reason" : "";
  const Verification verification = verify(*schedule);
  for (const Check& check : verification.checks)
    if (check.verdict == Verdict::fail) return check.name + ": " + check.rule + " " + check.counterexample;
  World world(problem);
  host::Stream stream(problem.ranks());
  for (std::uint64_t launch = 0; launch < 2; ++launch) {
    const Oracle oracle(problem, seed + launch, Data::rough);
    world.fill(oracle, std::byte{0xff});
    const RunReport report = stream.interleave(*verification.schedule, world.buffers(), seed + launch);
    if (report.hang) return "hangs: " + report.hang->cause + ", " + report.hang->first.signal;
    const bool flat = chain_named(schedule->algorithm)->is_flat;
    if (auto wrong = world.check(oracle, flat ? Rounding::once : Rounding::per_hop); !wrong.empty())
      return wrong;
  }
  return "";
}

std::vector<Manner> manners() {
  std::vector<Manner> all;
  for (const Chain& chain : chains())
    for (Regime regime : {Regime::packet, Regime::zero_copy, Regime::staged})
      for (bool push : {false, true}) {
        const std::string name(chain.name);
        all.push_back({name, regime, push, 1, 0, 0});
        all.push_back({name, regime, push, 3, 64, 0});
        all.push_back({name, regime, push, 2, 0, 64 * 1024});
        all.push_back({name, regime, push, 2, 16, 16 * 1024});
      }
  return all;
}

}  // namespace

TEST_CASE("every chain in every regime does what its spec says", "[sweep]") {
  const std::vector<Manner> all = manners();
  std::uint64_t number = 0;
  INFO("seed " << seed());
  for (int ranks = 1; ranks <= 8; ++ranks)
    for (int n : {0, 1, 2, 3, 5, 7, 16, 17, 127, 128, 129, 255, 257, 1000})
      for (const ShortSpec& spec : chain_specs(ranks, n)) {
        const Problem problem = problem_of(spec);
        for (const Manner& manner : all) {
          const std::uint64_t draw = (seed() + number++) * 0x9e3779b97f4a7c15 >> 40;
          if (extent() != Extent::full && draw % (extent() == Extent::wide ? 10 : 100) != 0) continue;
          if (!in_slice(number)) continue;
          const std::string wrong = run(problem, manner, seed() + number);
          INFO(text_of(problem, manner));
          REQUIRE(wrong == "");
        }
      }
}
