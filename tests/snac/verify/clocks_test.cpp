#include "snac/verify/clocks.hpp"

#include <map>

#include "snac/verify/order.hpp"
#include "tests/catch.hpp"
#include "tests/support/random.hpp"
#include "tests/support/schedule_builder.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

constexpr int kRanks = 4;
constexpr int kLanes = 2;

/// Notifications and awaits of earlier ones, in one random order: no cycle.
Schedule random_schedule(Random& random) {
  ScheduleBuilder b(problem_of("[s] n", "s n", ReduceOp::copy, kRanks, {{"n", 1}}), Regime::zero_copy,
                    kLanes);
  std::map<std::vector<int>, std::uint32_t> given;  // by producer, lane and receiver
  for (int i = 0; i < 40; ++i) {
    const int rank = static_cast<int>(random.below(kRanks)), lane = static_cast<int>(random.below(kLanes));
    const int peer = static_cast<int>(random.below(kRanks)), other = static_cast<int>(random.below(kLanes));
    if (random.chance(50)) {
      b.at(rank, lane).notify(Purpose::ready, {peer});
      ++given[{rank, lane, peer}];
    } else if (const auto count = given[{peer, other, rank}]) {
      b.at(rank, lane)
          .await(Purpose::ready, {peer}, 1 + static_cast<std::uint32_t>(random.below(count)), other);
    }
  }
  return b.build();
}

/// Everything before an event, by walking back through all edges.
bool reaches(const WaitGraph& graph, Event from, Event to) {
  if (from == to) return true;
  if (to.index > 0 && reaches(graph, from, {to.lane, to.index - 1})) return true;
  for (const Event& needed : graph.needs(to))
    if (reaches(graph, from, needed)) return true;
  return false;
}

}  // namespace

TEST_CASE("clocks: happens-before is reachability") {
  for (int i = 0; i < cases(5, 30, 300); ++i) {
    Random random(seed() + static_cast<std::uint64_t>(i));
    INFO("PURLIN_TEST_SEED=" << seed() + static_cast<std::uint64_t>(i));
    const Schedule schedule = random_schedule(random);
    const WaitGraph graph(schedule);
    const Order order = order_of(graph);
    REQUIRE(order.cycle.empty());
    Clocks clocks(graph, kRanks);
    clocks.begin_launch();
    for (const Event& at : order.events) {
      clocks.pass(at);
      for (std::int32_t lane = 0; lane < graph.lanes(); ++lane)
        for (std::int32_t index = 0; index < graph.size(lane); ++index) {
          if (lane == at.lane && index > at.index) continue;
          const auto count = static_cast<Clocks::Count>(index) + 1;
          REQUIRE(clocks.acquired(lane, count, at.lane) == reaches(graph, {lane, index}, at));
        }
    }
  }
}
