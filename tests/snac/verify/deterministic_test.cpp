#include "snac/chain.hpp"
#include "snac/plan.hpp"
#include "snac/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/snac/chains/specs.hpp"

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

}  // namespace

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
