// Specs of every kind, planned in several ways, proved, executed on the host and compared with the oracle.
#include "tests/support/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "snac/chain.hpp"
#include "spec/named_collectives.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problem.hpp"
#include "tests/support/schedule_runs.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

Problem read(const std::string& text, bool in_place = false) {
  Overrides overrides;
  if (in_place) overrides.in_place = true;
  Diagnostics diagnostics;
  const auto spec = read_problem(text, "sweep", ".", overrides, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(spec.has_value());
  return spec->problem;
}

/// Packets keep the elements of a local reduction apart, so long ones are refused.
bool folds(const Problem& problem) {
  return std::ranges::any_of(reduced_axes(problem),
                             [&](AxisId axis) { return problem.input.is_local(axis); });
}

/// The first chain takes any spec, but in place.
bool must_apply(const Problem& problem, const PlanOptions& options) {
  if (options.regime == Regime::packet && folds(problem)) return false;
  return options.algorithm == chains()[0].name && problem.in_place == InPlace::no;
}

void run_some(const Problem& problem, std::uint64_t variety, int plans) {
  for (const PlanOptions& options : some_plans(problem, variety, plans)) {
    INFO(print(options));
    const Outcome outcome =
        plan_and_run(problem, {options, variety % 3 == 0 ? Data::exact : Data::rough, variety});
    CHECK(outcome.wrong == "");
    if (must_apply(problem, options)) CHECK(outcome.refusal == "");
  }
}

constexpr std::array kCounts = {0, 1, 2, 3, 5, 7, 16, 17, 127, 128, 129, 255, 256, 257, 1000, 1009};
constexpr int kMostRanks = 8;

DataType draw_type(Random& random, ReduceOp op) {
  while (true)
    if (const DataType type = random.pick(kDataTypes); applies_to(op, type)) return type;
}

/// A request for `kind` with a dtype, an op, a root and a shift that `random` chooses.
std::string request(const NamedCollective& kind, int ranks, int count, Random& random) {
  const ReduceOp op =
      kind.reduces ? kReduceOps[static_cast<std::size_t>(random.between(1, 5))] : ReduceOp::copy;
  std::string text = fmt::format("[mesh]\nshape = [{}]\n[axes]\nn = {}\n[collective]\nkind = \"{}\"\n", ranks,
                                 count, kind.name);
  text += fmt::format("dtype = \"{}\"\nop = \"{}\"\n", name_of(draw_type(random, op)), name_of(op));
  if (uses_root(kind)) text += fmt::format("root = {}\n", random.below(ranks));
  if (uses_shift(kind)) text += fmt::format("shift = {}\n", random.between(-ranks, 2 * ranks));
  return text;
}

}  // namespace

TEST_CASE("every kind runs for 1 to 8 ranks and odd counts", "[sweep]") {
  std::uint64_t number = 0;
  for (const NamedCollective& kind : kNamedCollectives)
    for (int ranks = 1; ranks <= kMostRanks; ++ranks)
      for (int count : kCounts) {
        if (!in_slice(number++)) continue;
        Random random(seed() + number);
        const std::string text = request(kind, ranks, count, random);
        INFO("PURLIN_TEST_SEED=" << seed() << "\n" << text);
        const Problem problem = read(text);
        run_some(problem, seed() + number, cases(1, 2, 8));
        if (in_place_form(problem).form != InPlace::no)
          run_some(read(text, true), seed() + number, cases(1, 1, 4));
      }
}

TEST_CASE("random specs run as the definition says", "[sweep]") {
  for (int i = 0; i < cases(40, 500, 2000); ++i) {
    if (!in_slice(static_cast<std::uint64_t>(i))) continue;
    const std::uint64_t at = seed() + static_cast<std::uint64_t>(i);
    const std::string text = random_problem(at);
    INFO("PURLIN_TEST_SEED=" << at << "\n" << text);
    const Problem problem = read(text);
    run_some(problem, at, cases(1, 4, 12));
    if (in_place_form(problem).form != InPlace::no) run_some(read(text, true), at, cases(1, 2, 6));
  }
}
