#include <fmt/core.h>

#include "tests/bench/bench.hpp"

namespace purlin::bench {
namespace {

constexpr const char* kTranspose = R"(
[mesh]
shape = [12]
[axes]
a = 4
b = 8
c = 4
d = 8
e = 32
s = 12
t = 12
[collective]
dtype = "bf16"
input = "[s] t a b c d e"
output = "[t] e d c b a s"
)";

constexpr const char* kRagged = R"(
[mesh]
shape = [256]
[axes]
n = 4096
[collective]
kind = "all_to_all_v"
)";

void report(const char* what, const std::function<Problem()>& problem) {
  const Cost cost = cost_of([&] { return fmt::format("{} actions", count_actions(planned(problem()))); });
  fmt::print("  {:44} {:8.3f} s {:8.0f} MB   {}\n", what, cost.seconds, cost.peak_MB, cost.said);
}

void run() {
  report("all_to_all, 72 ranks, 1 GiB a rank", [] { return named("all_to_all", 72, std::int64_t{1} << 30); });
  report("transpose of six axes, 12 ranks", [] { return read(kTranspose); });
  report("all_to_all_v, ragged 256 x 256", [] { return read(kRagged); });
}

const Registration kPlanScale("plan_scale", "reading and planning large requests: time and peak memory", run);

}  // namespace
}  // namespace purlin::bench
