#include "atom_sim/sensitivity.hpp"

#include <algorithm>

#include "atom_sim/skew.hpp"
#include "snac/plan.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/support/machines.hpp"

using namespace purlin;

namespace {

VerifiedSchedule verified(const std::string& kind, const std::string& size, int lanes) {
  Diagnostics diagnostics;
  Overrides overrides;
  overrides.ranks = 8;
  overrides.size = size;
  PlanOptions options;
  options.algorithm = "direct", options.regime = Regime::zero_copy, options.lanes = lanes;
  const auto spec = read_spec(kind, overrides, diagnostics);
  return verify(plan(spec.value().problem, options, diagnostics).value()).schedule.value();
}

}  // namespace

TEST_CASE("a large all-gather answers to the link and to nothing that it does not use") {
  const Machine machine = testing::builtin("hgx-h200");
  const VerifiedSchedule schedule = verified("all_gather", "256M", 32);
  const auto all = sim::sensitivity({&schedule, &machine, {}}, 2);
  REQUIRE_FALSE(all.empty());
  CHECK(all.front().constant == "link.nvlink.vector_GBps");
  CHECK(all.front().at_less == Approx(1 / 0.9).margin(0.02));
  CHECK(all.front().at_more == Approx(1 / 1.1).margin(0.02));
  CHECK(std::ranges::count(all, "link.nvlink.copy_engine_GBps", &sim::Sensitivity::constant) == 0);
}

TEST_CASE("a small one answers to latencies") {
  const Machine machine = testing::builtin("hgx-h200");
  const VerifiedSchedule schedule = verified("all_gather", "1K", 1);
  CHECK(sim::sensitivity({&schedule, &machine, {}}, 2).front().constant ==
        "latency.load_ns");  // of seven pulls
}

TEST_CASE("arrival skew is the same for the same seed, and within its bound") {
  const auto skew = sim::arrival_skew(8, 5e-6, 7, 3);
  CHECK(skew == sim::arrival_skew(8, 5e-6, 7, 3));
  CHECK(skew != sim::arrival_skew(8, 5e-6, 7, 4));
  CHECK(skew != sim::arrival_skew(8, 5e-6, 8, 3));
  for (double one : skew) CHECK((one >= 0 && one < 5e-6));
  CHECK(sim::arrival_skew(3, 0, 1, 0) == std::vector<double>(3, 0.0));
}
