#include "snac/chain.hpp"
#include "snac/host/caller_memory.hpp"
#include "tests/catch.hpp"
#include "tests/snac/host/planned.hpp"

using namespace purlin;
using namespace purlin::host;
using testing::Named;

namespace {

Injection absent(int rank) { return {Injection::Kind::absent, {rank}, 0, 0, {}}; }
Injection drop(int rank, int lane, std::int64_t ordinal) {
  return {Injection::Kind::drop, {rank}, lane, ordinal, {}};
}
Injection delay(int rank, int lane, std::int64_t action, std::chrono::nanoseconds time) {
  return {Injection::Kind::delay, {rank}, lane, action, time};
}

LaunchOptions with(const Injection& injection, std::chrono::milliseconds timeout = std::chrono::seconds(10)) {
  LaunchOptions options;
  options.injections = {injection};
  options.timeout = timeout;
  return options;
}

/// Launches without faults give the right answer.
void works(Stream& stream, const VerifiedSchedule& schedule, CallerMemory& memory, std::uint64_t seed) {
  memory.fill({seed, 1});
  const RunReport report = stream.interleave(schedule, memory.buffers(), seed);
  REQUIRE_FALSE(report.hang);
  REQUIRE(memory.check(tolerance_of(*schedule)).first == "");
}

std::int64_t notifies(const Program& program) {
  std::int64_t count = 0;
  for (const Action& action : program)
    count += std::holds_alternative<Notify>(action.what) || std::holds_alternative<PutPackets>(action.what);
  return count;
}

/// Each waiter waits for the next one's rank, and the last for the culprit.
void is_linked(const HangReport& hang, int ranks) {
  REQUIRE_FALSE(hang.chain.empty());
  REQUIRE(std::ssize(hang.chain) <= ranks * 8);
  CHECK(hang.first.rank == hang.chain.front().rank);
  for (std::size_t i = 0; i + 1 < hang.chain.size(); ++i)
    CHECK(hang.chain[i].producer == hang.chain[i + 1].rank);
  REQUIRE(hang.culprit);
  CHECK(hang.chain.back().producer == *hang.culprit);
  for (const HangReport::Waiter& waiter : hang.chain) {
    CHECK(waiter.seen < waiter.expected);
    CHECK_FALSE(waiter.signal.empty());
  }
}

}  // namespace

TEST_CASE("a rank that never launches is named, whatever the plan") {
  const int ranks = GENERATE(2, 3, 5);
  for (const Named& plan : testing::every_plan(ranks, "240", 2)) {
    INFO(plan.name);
    CallerMemory memory(*plan.schedule);
    Stream stream(ranks);
    for (int rank = 0; rank < ranks; ++rank) {
      const RunReport report = stream.interleave(plan.schedule, memory.buffers(), 1, with(absent(rank)));
      REQUIRE(report.hang);
      is_linked(*report.hang, ranks);
      CHECK(report.hang->culprit == Rank{rank});
      CHECK(report.hang->cause == "rank " + std::to_string(rank) + " never launched");
      works(stream, plan.schedule, memory, 7);
    }
  }
}

TEST_CASE("a dropped notification is named, or nobody needed it") {
  const int ranks = GENERATE(2, 3);
  for (const Named& plan : testing::every_plan(ranks, "240", 2)) {
    INFO(plan.name);
    CallerMemory memory(*plan.schedule);
    Stream stream(ranks);
    int hangs = 0;
    for (int rank = 0; rank < ranks; ++rank)
      for (int lane = 0; lane < plan.schedule->lanes; ++lane) {
        const auto r = static_cast<std::size_t>(rank), l = static_cast<std::size_t>(lane);
        for (std::int64_t ordinal = 0; ordinal < notifies(plan.schedule->programs[r][l]); ++ordinal) {
          memory.fill({1, 1});
          const auto options = with(drop(rank, lane, ordinal));
          const RunReport report = stream.interleave(plan.schedule, memory.buffers(), 1, options);
          INFO("rank " << rank << " lane " << lane << " notify " << ordinal);
          if (!report.hang) {
            CHECK(memory.check(tolerance_of(*plan.schedule)).first == "");
            continue;
          }
          ++hangs;
          is_linked(*report.hang, ranks);
          CHECK(report.hang->culprit == Rank{rank});
          const std::string culprit = "lane " + std::to_string(lane) + " of rank " + std::to_string(rank);
          CHECK(report.hang->cause.starts_with(culprit + " skipped action "));
        }
      }
    CHECK(hangs > 0);
    works(stream, plan.schedule, memory, 3);
  }
}

TEST_CASE("a delay of any lane changes nothing") {
  const int ranks = 3;
  for (const Named& plan : testing::every_plan(ranks, "240", 2)) {
    INFO(plan.name);
    CallerMemory memory(*plan.schedule);
    Stream stream(ranks);
    for (int rank = 0; rank < ranks; ++rank)
      for (std::int64_t action = 0; action < 6; ++action) {
        memory.fill({1, action});
        const auto options =
            with(delay(rank, static_cast<int>(action) % 2, action / 2, std::chrono::seconds(1)));
        REQUIRE_FALSE(stream.interleave(plan.schedule, memory.buffers(), 1, options).hang);
        REQUIRE(memory.check(tolerance_of(*plan.schedule)).first == "");
      }
  }
}

TEST_CASE("threads give up in time, say why, and recover") {
  const int ranks = 3;
  std::int64_t turn = 0;
  for (const Named& plan : testing::every_plan(ranks, "240", 1)) {
    if (turn++ % 4 != 0) continue;
    INFO(plan.name);
    CallerMemory memory(*plan.schedule);
    Stream stream(ranks);
    const std::chrono::milliseconds timeout(20);
    const RunReport missing = stream.launch(plan.schedule, memory.buffers(), with(absent(1), timeout));
    REQUIRE(missing.hang);
    CHECK(missing.hang->culprit == Rank{1});
    is_linked(*missing.hang, ranks);
    const RunReport late = stream.launch(plan.schedule, memory.buffers(),
                                         with(delay(2, 0, 0, std::chrono::minutes(1)), timeout));
    REQUIRE(late.hang);
    CHECK(late.hang->culprit == Rank{2});
    CHECK(late.hang->cause.starts_with("lane 0 of rank 2 was still at action 0 ("));
    memory.fill({1, 1});
    REQUIRE_FALSE(stream.launch(plan.schedule, memory.buffers()).hang);
    REQUIRE(memory.check(tolerance_of(*plan.schedule)).first == "");
  }
}
