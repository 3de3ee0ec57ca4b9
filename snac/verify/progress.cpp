#include "snac/verify/progress.hpp"

#include <fmt/format.h>

#include "snac/verify/check.hpp"

namespace purlin {
namespace {

/// One line of the cycle: which action waits, and for what of the next.
std::string describe_wait(const Schedule& schedule, const WaitGraph& graph, Event event, std::int32_t next) {
  for (const Event& needed : graph.needs(event))
    if (needed.lane == next)
      return fmt::format("{} waits for {}", describe(schedule, graph.site(event)),
                         describe(schedule, graph.site(needed)));
  return describe(schedule, graph.site(event));
}

std::string describe_cycle(const Schedule& schedule, const WaitGraph& graph,
                           const std::vector<Event>& cycle) {
  std::string text;
  for (std::size_t i = 0; i < cycle.size(); ++i)
    text += (i ? ", after which " : "") +
            describe_wait(schedule, graph, cycle[i], cycle[(i + 1) % cycle.size()].lane);
  return text;
}

}  // namespace

Progress check_progress(const Schedule& schedule) {
  Progress progress;
  progress.check = run_check("progress", [&](Check& check) {
    progress.graph.emplace(schedule);
    progress.order = order_of(*progress.graph);
    if (!progress.order.cycle.empty())
      throw Counterexample{"V501", describe_cycle(schedule, *progress.graph, progress.order.cycle)};
    check.covered = {{"waits", progress.graph->edges()},
                     {"resident_lanes_per_rank", schedule.lanes},
                     {"resident_lanes", std::int64_t{schedule.lanes} * schedule.problem.ranks()}};
  });
  return progress;
}

}  // namespace purlin
