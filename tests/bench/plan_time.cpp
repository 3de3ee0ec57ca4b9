#include <fmt/core.h>

#include <algorithm>

#include "spec/named_collectives.hpp"
#include "tests/bench/bench.hpp"

namespace purlin::bench {
namespace {

std::size_t longest_lane(const Schedule& schedule) {
  std::size_t longest = 0;
  for (const auto& lanes : schedule.programs)
    for (const Program& lane : lanes) longest = std::max(longest, lane.size());
  return longest;
}

void run() {
  fmt::print("  {:16} {:>6} {:>10} {:>6} {:>16}\n", "kind", "ranks", "seconds", "lanes", "actions per lane");
  for (int ranks : {8, 72})
    for (const NamedCollective& kind : kNamedCollectives) {
      const Problem problem = named(std::string(kind.name), ranks, 64 << 20);
      Schedule schedule;
      const double taken = seconds([&] { schedule = planned(problem); });
      fmt::print("  {:16} {:6} {:10.4f} {:6} {:16}\n", kind.name, ranks, taken, schedule.lanes,
                 longest_lane(schedule));
    }
}

const Registration kPlanTime("plan_time", "planning time and actions per lane, 64 MiB, 8 and 72 ranks", run);

}  // namespace
}  // namespace purlin::bench
