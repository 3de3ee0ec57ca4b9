#include <fmt/core.h>

#include "snac/verify/verify.hpp"
#include "tests/bench/bench.hpp"

namespace purlin::bench {
namespace {

void report(const char* what, const Problem& problem) {
  const Cost cost = cost_of([&] {
    PlanOptions options;
    options.lanes = 16;
    Schedule schedule = planned(problem, options);
    std::string verdict;
    const double taken = seconds([&] { verdict = verify(std::move(schedule)).schedule ? "pass" : "FAIL"; });
    return fmt::format("{:8.3f} s {}", taken, verdict);
  });
  fmt::print("  {:44} {}   {:8.0f} MB with planning\n", what, cost.said, cost.peak_MB);
}

void run() {
  report("all_reduce, 8 ranks x 16 lanes, 1 GiB", named("all_reduce", 8, std::int64_t{1} << 30));
  report("all_to_all, 72 ranks x 16 lanes, 1 GiB", named("all_to_all", 72, std::int64_t{1} << 30));
}

const Registration kVerifyCost("verify_cost", "what a proof costs: time and peak memory", run);

}  // namespace
}  // namespace purlin::bench
