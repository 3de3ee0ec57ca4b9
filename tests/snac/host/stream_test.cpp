#include "snac/host/stream.hpp"

#include "tests/catch.hpp"
#include "tests/snac/host/planned.hpp"
#include "tests/support/schedule_builder.hpp"
#include "tests/support/world.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

std::vector<Problem> problems(int ranks) {
  return {problem_of("[p] n", "n", ReduceOp::sum, ranks, {{"n", 37}}),
          problem_of("[s] n", "s n", ReduceOp::copy, ranks, {{"n", 5}}),
          problem_of("[p] s n", "[s] n", ReduceOp::avg, ranks, {{"n", 11}}),
          problem_of("[s] d n", "[d] s n", ReduceOp::copy, ranks, {{"n", 7}}),
          problem_of("n @ 0", "n", ReduceOp::copy, ranks, {{"n", 9}}),
          problem_of("[s] b", "b s", ReduceOp::copy, ranks, {{"b", 9}}),
          problem_of("[s] n", "[s+1] n", ReduceOp::copy, ranks, {{"n", 9}})};
}

}  // namespace

TEST_CASE("planned schedules run on threads and in one") {
  const int ranks = GENERATE(range(1, 9));
  const Regime regime = GENERATE(Regime::zero_copy, Regime::staged);
  host::Stream stream(ranks);
  for (const Problem& problem : problems(ranks)) {
    PlanOptions options;
    options.regime = regime;
    options.lanes = 2;
    const VerifiedSchedule schedule = planned(problem, options);
    World world(problem);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Oracle oracle(problem, seed, Data::rough);
      world.fill(oracle, std::byte{0xff});
      const auto buffers = world.buffers();
      const RunReport report =
          seed % 2 == 0 ? stream.launch(schedule, buffers) : stream.interleave(schedule, buffers, seed);
      INFO(print(problem, problem.input) << " -> " << print(problem, problem.output) << " ranks " << ranks);
      REQUIRE_FALSE(report.hang);
      REQUIRE(world.check(oracle, Rounding::once) == "");
      REQUIRE(report.launch_s.size() == 1);
    }
  }
}
