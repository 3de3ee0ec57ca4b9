#include "tests/support/explore.hpp"

#include "tests/catch.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

constexpr auto kIn = BufferKind::input;
constexpr auto kOut = BufferKind::output;
constexpr auto kWin = BufferKind::window;

struct Odd {
  bool awaits = true;         // before reading the peer's window
  bool awaits_first = false;  // before notifying
  std::int64_t source = 0;    // where in the peer's window it reads
  int halves = 2;
};

/// An all-gather of two ranks by staging, with something odd about it.
Schedule gather(const Odd& odd) {
  ScheduleBuilder b(problem_of("[s] n", "s n", ReduceOp::copy, 2, {{"n", 2}}, DataType::u8), Regime::staged);
  b.window(4);
  for (int me = 0; me < 2; ++me) {
    const int peer = 1 - me;
    ScheduleBuilder::Lane lane = b.at(me);
    lane.stage(bytes_of(kIn, me, 0, 2), bytes_of(kWin, me, 0, 2));
    if (odd.awaits_first) lane.await(Purpose::staged, {peer});
    lane.notify(Purpose::staged, {peer});
    lane.copy(bytes_of(kIn, me, 0, 2), bytes_of(kOut, me, 2 * me, 2));
    if (odd.awaits) lane.await(Purpose::staged, {peer});
    lane.copy(bytes_of(kWin, peer, odd.source, 2), bytes_of(kOut, me, 2 * peer, 2));
  }
  Schedule schedule = b.build();
  schedule.buffers.halves = odd.halves;
  return schedule;
}

/// The fault of three launches in a row, whichever way they are explored.
std::string fault_of(const Schedule& schedule) {
  const std::vector<const Schedule*> launches(3, &schedule);
  const Explored every = explore(launches, Steps::every), some = explore(launches);
  CHECK((every.is_complete && some.is_complete));
  CHECK(every.fault.empty() == some.fault.empty());
  return some.fault;
}

/// A copy to rank 1 of which rank 0 never hears again: it runs ahead as far as it likes.
Schedule one_way() {
  ScheduleBuilder b(problem_of("n @ 0", "n @ 1", ReduceOp::copy, 2, {{"n", 1}}, DataType::u8),
                    Regime::staged);
  b.window(1);
  b.at(0).stage(bytes_of(kIn, 0, 0, 1), bytes_of(kWin, 0, 0, 1)).notify(Purpose::staged, {1});
  b.at(1).await(Purpose::staged, {0}).copy(bytes_of(kWin, 0, 0, 1), bytes_of(kOut, 1, 0, 1));
  return b.build();
}

}  // namespace

TEST_CASE("explore: a sound schedule has no fault") { CHECK(fault_of(gather({})) == ""); }

TEST_CASE("explore: races, hangs and wrong outputs are found") {
  CHECK_THAT(fault_of(gather({.awaits = false})), Catch::Contains("races"));
  CHECK_THAT(fault_of(gather({.awaits_first = true})), Catch::Contains("hangs"));
  CHECK_THAT(fault_of(gather({.source = 1})), Catch::Contains("wrong output"));
}

TEST_CASE("explore: launches in a row disturb each other") {
  CHECK_THAT(fault_of(gather({.halves = 1})), Catch::Contains("races"));
  CHECK_THAT(fault_of(one_way()), Catch::Contains("races"));
  const Schedule schedule = one_way();
  CHECK(explore({&schedule, &schedule}).fault == "");  // two halves are enough for two
}

TEST_CASE("explore: reductions need each contribution once") {
  const auto reduce = [](std::vector<int> ranks) {
    ScheduleBuilder b(problem_of("[p] n", "n @ 0", ReduceOp::sum, 2, {{"n", 1}}, DataType::u8));
    std::vector<Span> sources;
    for (int rank : ranks) sources.push_back(bytes_of(kIn, rank, 0, 1));
    b.at(1).notify(Purpose::ready, {0}).await(Purpose::done, {0});
    b.at(0).await(Purpose::ready, {1}).reduce(ReduceOp::sum, sources, {bytes_of(kOut, 0, 0, 1)});
    b.at(0).notify(Purpose::done, {1});
    return fault_of(b.build());
  };
  CHECK(reduce({0, 1}) == "");
  CHECK(reduce({1, 0}) == "");
  CHECK_THAT(reduce({0}), Catch::Contains("wrong output"));
  CHECK_THAT(reduce({0, 1, 1}), Catch::Contains("wrong output"));
}

TEST_CASE("explore: no state is left out unsaid") {
  const Schedule schedule = gather({});
  CHECK_FALSE(explore({&schedule, &schedule}, Steps::every, 5).is_complete);
}
