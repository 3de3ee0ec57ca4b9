#include "snac/chain.hpp"
#include "snac/plan.hpp"
#include "snac/verify/verify.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/snac/chains/specs.hpp"
#include "tests/support/random_problem.hpp"
#include "tests/support/schedule_builder.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

void expect_deterministic(const Problem& problem, PlanOptions options) {
  Diagnostics refused;
  const auto schedule = plan(problem, options, refused);
  if (!schedule) return;
  VerifyOptions strict;
  strict.deterministic = true;
  for (const Check& check : verify(*schedule, strict).checks) {
    INFO(schedule->algorithm << ": " << check.rule << " " << check.counterexample);
    CHECK(check.verdict == Verdict::pass);
  }
}

/// The rule that an all-reduce breaks where both of two ranks add in `order`; empty where none.
std::string rule_of_order(std::vector<int> order, bool deterministic) {
  ScheduleBuilder b(problem_of("[p] n", "n", ReduceOp::sum, 2, {{"n", 2}}));
  for (int me = 0; me < 2; ++me) {
    std::vector<Span> sources;
    for (int rank : order) sources.push_back(bytes_of(BufferKind::input, rank, 0, 8));
    b.at(me)
        .notify(Purpose::ready, {1 - me})
        .await(Purpose::ready, {1 - me})
        .reduce(ReduceOp::sum, sources, {bytes_of(BufferKind::output, me, 0, 8)})
        .notify(Purpose::done, {1 - me})
        .await(Purpose::done, {1 - me});
  }
  VerifyOptions options;
  options.deterministic = deterministic;
  for (const Check& check : verify(b.build(), options).checks)
    if (check.verdict == Verdict::fail) return check.rule;
  return "";
}

}  // namespace

TEST_CASE("deterministic results are reduced in the order of ranks") {
  CHECK(rule_of_order({0, 1}, true) == "");
  CHECK(rule_of_order({1, 0}, true) == "V211");
  CHECK(rule_of_order({1, 0}, false) == "");
}

TEST_CASE("what is planned to be deterministic is proved to be") {
  for (int ranks = 2; ranks <= 8; ++ranks)
    for (const ShortSpec& spec : chain_specs(ranks, 13))
      for (const Chain& chain : chains())
        for (Regime regime : {Regime::packet, Regime::zero_copy, Regime::staged}) {
          INFO(spec.shape << ": " << spec.input << " -> " << spec.output << ", " << name_of(regime));
          PlanOptions options;
          options.deterministic = true;
          options.algorithm = std::string(chain.name);
          options.regime = regime;
          options.lanes = 1 + ranks % 2;
          expect_deterministic(problem_of(spec), options);
        }
}

TEST_CASE("so is what is planned for any spec", "[sweep]") {
  const int problems = cases(20, 200, 3000);
  for (int i = 0; i < problems; ++i) {
    const std::uint64_t number = seed() + static_cast<std::uint64_t>(i);
    INFO("random problem " << number);
    Diagnostics diagnostics;
    const auto spec = read_problem(random_problem(number), "random.toml", ".", {}, diagnostics);
    REQUIRE(spec);
    PlanOptions options;
    options.deterministic = true;
    options.lanes = 1 + i % 3;
    expect_deterministic(spec->problem, options);
  }
}
