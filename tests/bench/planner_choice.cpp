#include <fmt/core.h>

#include <array>
#include <cstdlib>

#include "spec/read_machine.hpp"
#include "tests/atom_sim/rivals.hpp"
#include "tests/bench/bench.hpp"

namespace purlin::bench {
namespace {

constexpr std::array kMachines = {"dgx-a100", "hgx-h100", "hgx-h200", "hgx-b200", "dgx2-v100"};
constexpr std::array kKinds = {"all_reduce", "all_gather",       "reduce_scatter", "all_to_all",
                               "broadcast",  "reduce_scatter_v", "all_gather_v",   "all_to_all_v"};

void report(const std::string& name, const Machine& machine, const std::string& kind, std::int64_t size) {
  const auto all = testing::rivals(named(kind, machine.gpus, size), machine, 2);
  const testing::Rival &chosen = all.front(), &best = testing::best_of(all);
  fmt::print("  {:10} {:16} {:11} {:30} {:9.2f} {:9.2f} {:30} {:9.2f} {:9.2f} {:6.3f}{}\n", name, kind, size,
             chosen.name, chosen.predicted_s * 1e6, chosen.simulated_s * 1e6, best.name,
             best.predicted_s * 1e6, best.simulated_s * 1e6, testing::regret(all),
             testing::regret(all) > 1.1 ? " !" : "");
  std::fflush(stdout);
}

std::string wanted(const char* variable, const std::string& otherwise) {
  const char* said = std::getenv(variable);
  return said ? said : otherwise;
}

void run() {
  fmt::print("  {:10} {:16} {:>11} {:30} {:>9} {:>9} {:30} {:>9} {:>9} {:>6}\n", "machine", "kind", "bytes",
             "chosen", "priced us", "simul. us", "best", "priced us", "simul. us", "ratio");
  const std::string only_machine = wanted("PLANNER_MACHINE", ""), only_kind = wanted("PLANNER_KIND", "");
  for (const std::string name : kMachines) {
    if (!only_machine.empty() && name != only_machine) continue;
    Diagnostics diagnostics;
    const Machine machine = read_machine(name, diagnostics).value();
    for (const std::string kind : kKinds)
      for (std::int64_t size = 1 << 10; size <= 1 << 30; size *= 4)
        if (only_kind.empty() || kind == only_kind) report(name, machine, kind, size);
  }
}

const Registration kPlannerChoice("planner_choice",
                                  "the planner's choice against the best simulated candidate, 1 KiB to 1 GiB",
                                  run);

}  // namespace
}  // namespace purlin::bench
