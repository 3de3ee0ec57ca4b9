// The planner's cheap cost model against the simulator, over all that it could have chosen.
#include "spec/read_problem.hpp"
#include "tests/atom_sim/rivals.hpp"
#include "tests/catch.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

constexpr double kRegret = 1.10;

Problem problem(const std::string& kind, std::int64_t bytes) {
  Diagnostics diagnostics;
  Overrides overrides;
  overrides.ranks = 8;
  overrides.dtype = "bf16";
  overrides.size = std::to_string(bytes);
  return read_spec(kind, overrides, diagnostics).value().problem;
}

const std::vector<std::string> kMachines = {"dgx-a100", "hgx-h100", "hgx-h200", "hgx-b200"};
const std::vector<std::string> kKinds = {"all_reduce", "all_gather", "reduce_scatter", "all_to_all",
                                         "broadcast"};

}  // namespace

TEST_CASE("the planner's choice is within 10 % of the best simulated candidate", "[sweep]") {
  const int step = cases(8, 5, 4);  // of powers of two
  int turn = 0;
  for (const std::string& kind : kKinds)
    for (int power = 10; power <= 24; power += step) {
      const std::string& name = kMachines[static_cast<std::size_t>(turn++) % kMachines.size()];
      const auto all = rivals(problem(kind, std::int64_t{1} << power), builtin(name), 2);
      INFO(name << " " << kind << " 2^" << power << ": " << all.front().name << " for " << best_of(all).name);
      CHECK(regret(all) <= kRegret);
    }
}
