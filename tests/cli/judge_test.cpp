#include "cli/judge.hpp"

#include "tests/catch.hpp"
#include "tests/support/problems.hpp"

using namespace purlin;
using namespace purlin::cli;

namespace {

Judgement judged(std::vector<double> launch_s, double bound_s) {
  Schedule schedule;
  schedule.problem = problem_of({"[2]", "n = 256", "[p] n", "n", "sum"});
  Measurement measured;
  measured.launch_s = std::move(launch_s);
  return judge(schedule, measured, {{bound_s, "a link"}, true, true, Rival{"other", {4e-6, 4e-6}, 0, ""}});
}

}  // namespace

TEST_CASE("a time is a share of its limit, and another's a multiple of it") {
  const Judgement good = judged({2e-6, 2e-6}, 1e-6);
  CHECK(good.errors.empty());
  CHECK(good.result.limit_fraction.value_or(0) == Approx(0.5));
  CHECK(good.result.bottleneck == "a link");
  REQUIRE(good.result.baseline);
  CHECK(good.result.baseline->ratio.value_or(0) == Approx(2));
}

TEST_CASE("nothing is compared with a time that cannot be") {
  for (const auto& launch_s :
       {std::vector{1e-6, 1e-6}, std::vector{1e-6, 9e-6, 9e-6}, std::vector{0.0, 0.0}}) {
    const Judgement bad = judged(launch_s, 2e-6);
    CHECK(bad.errors.size() == 1);
    CHECK_FALSE(bad.result.limit_fraction);
    CHECK_FALSE(bad.result.bottleneck);
    REQUIRE(bad.result.baseline);
    CHECK(bad.result.baseline->times.median_us == Approx(4));
    CHECK_FALSE(bad.result.baseline->ratio);
  }
}
