#include "snac/host/hang.hpp"

#include "tests/catch.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::host;
using namespace purlin::testing;

namespace {

/// Ranks in a circle, each waiting for the one before it and only then notifying the next.
Schedule circle(int ranks) {
  ScheduleBuilder builder(problem_of("[s] n", "[s+1] n", ReduceOp::copy, ranks, {{"n", 1}}));
  for (int rank = 0; rank < ranks; ++rank) {
    builder.at(rank).await(Purpose::ready, {(rank + ranks - 1) % ranks});
    builder.at(rank).notify(Purpose::ready, {(rank + 1) % ranks});
  }
  return builder.build();
}

Stand waiting(const Schedule& schedule, int rank) {
  const auto& await = std::get<Await>(schedule.programs[static_cast<std::size_t>(rank)][0][0].what);
  return {Stand::Kind::waiting, &schedule, 0, 0, Unmet{await.waits[0].slot, 0, await.waits[0].value, 0}};
}

}  // namespace

TEST_CASE("a cycle of waits is said to be one") {
  const Schedule schedule = circle(3);
  const HangReport report =
      explain_hang({{waiting(schedule, 0)}, {waiting(schedule, 1)}, {waiting(schedule, 2)}}, {1}, 0);
  CHECK_FALSE(report.culprit);
  CHECK(report.cause == "a cycle of waits: rank 1 for rank 0 for rank 2 for rank 1");
  CHECK(report.first.rank == Rank{1});
  CHECK(report.chain.size() == 3);
}

TEST_CASE("a chain of waits ends at the rank that did not arrive") {
  const Schedule schedule = circle(3);
  const Stand at_work{Stand::Kind::working, &schedule, 0, 0, {}};
  SECTION("it never launched") {
    const HangReport report = explain_hang({{waiting(schedule, 0)}, {waiting(schedule, 1)}, {{}}}, {1}, 0);
    CHECK(report.culprit == Rank{2});
    CHECK(report.cause == "rank 2 never launched");
    CHECK(report.chain[0].signal == "ready of rank 0, lane 0");
    CHECK(report.chain[1].producer == Rank{2});
  }
  SECTION("it is slow") {
    const HangReport report =
        explain_hang({{waiting(schedule, 0)}, {waiting(schedule, 1)}, {at_work}}, {1}, 0);
    CHECK(report.cause == "lane 0 of rank 2 was still at action 0 (await)");
  }
  SECTION("it notified when the wait had given up") {
    Stand late = waiting(schedule, 0);
    late.came_late = true;
    const HangReport report = explain_hang({{late}, {at_work}, {at_work}}, {0}, 0);
    CHECK(report.culprit == Rank{2});
    CHECK(report.cause == "lane 0 of rank 2 was late with action 1 (notify)");
  }
  SECTION("it left without notifying") {
    const Stand ended{Stand::Kind::ended, &schedule, 1, 0, {}};
    const HangReport report = explain_hang({{waiting(schedule, 0)}, {waiting(schedule, 1)}, {ended}}, {1}, 0);
    CHECK(report.cause == "lane 0 of rank 2 skipped action 1 (notify)");
  }
}

TEST_CASE("a lane between launches waits for the late lane of its rank") {
  Schedule schedule = circle(2);
  for (auto& lanes : schedule.programs) lanes.resize(2);
  Stand ahead = waiting(schedule, 0);
  ahead.launch = 1;
  const Stand between{Stand::Kind::meeting, &schedule, 1, 0, {}};
  const Stand late{Stand::Kind::working, &schedule, 0, 0, {}};
  const HangReport report = explain_hang({{ahead, ahead}, {between, late}}, {0}, 0);
  CHECK(report.culprit == Rank{1});
  CHECK(report.cause == "lane 1 of rank 1 was still at action 0 (end)");
  CHECK(report.chain[1].signal == "end of the launch by lane 1 of rank 1");
}

TEST_CASE("a wait that no action ends is said to be one") {
  Schedule schedule = circle(2);
  schedule.programs[1][0].pop_back();
  const Stand ended{Stand::Kind::ended, &schedule, 1, 0, {}};
  const HangReport report = explain_hang({{waiting(schedule, 0)}, {ended}}, {0}, 0);
  CHECK(report.cause == "no action of rank 1 sends it");
}
