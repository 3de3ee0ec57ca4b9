#include "snac/verify/verify.hpp"

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
  bool awaits_first = false;  // before notifying: nobody starts
  std::int64_t source = 0;    // where in the peer's window it reads
  bool own_part = true;       // copied at all
  int halves = 2;
  int unread = 0;  // notifications that nobody awaits, of each rank
};

/// An all-gather of two ranks by staging, with something odd about it.
Schedule all_gather(const Odd& odd) {
  ScheduleBuilder b(problem_of("[s] n", "s n", ReduceOp::copy, 2, {{"n", 2}}), Regime::staged);
  b.window(16);
  for (int me = 0; me < 2; ++me) {
    const int peer = 1 - me;
    ScheduleBuilder::Lane lane = b.at(me);
    lane.stage(bytes_of(kIn, me, 0, 8), bytes_of(kWin, me, 0, 8));
    if (odd.awaits && odd.awaits_first) lane.await(Purpose::staged, {peer});
    lane.notify(Purpose::staged, {peer});
    if (odd.own_part) lane.copy(bytes_of(kIn, me, 0, 8), bytes_of(kOut, me, 8 * me, 8));
    if (odd.awaits && !odd.awaits_first) lane.await(Purpose::staged, {peer});
    lane.copy(bytes_of(kWin, peer, odd.source, 8), bytes_of(kOut, me, 8 * peer, 8));
    for (int i = 0; i < odd.unread; ++i) lane.notify(Purpose::staged, {peer});
  }
  Schedule schedule = b.build();
  schedule.buffers.halves = odd.halves;
  return schedule;
}

std::string rule_of(const Odd& odd) {
  const Verification result = verify(all_gather(odd));
  for (const Check& check : result.checks)
    if (check.verdict == Verdict::fail) return check.rule;
  CHECK(result.schedule.has_value());
  return "";
}

}  // namespace

TEST_CASE("verify: a sound schedule passes all five proofs") { CHECK(rule_of({}) == ""); }

TEST_CASE("verify: each proof finds its fault") {
  CHECK(rule_of({.awaits_first = true}) == "V501");
  CHECK(rule_of({.source = 4}) == "V204");
  CHECK(rule_of({.own_part = false}) == "V205");
  CHECK(rule_of({.halves = 1}) == "V402");
  const std::string unordered = rule_of({.awaits = false});
  CHECK((unordered == "V204" || unordered == "V301"));
}

TEST_CASE("verify: notifications that nobody awaits are no fault, but noted") {
  const Verification result = verify(all_gather({.unread = 2}));
  CHECK(result.schedule.has_value());
  REQUIRE(result.checks.front().notes.size() == 1);
  CHECK(result.checks.front().notes[0] ==
        "nobody awaits 4 notifications, the first staged of rank 1, lane 0 (slot 1) at rank 0, from "
        "notification 2 on");
  CHECK(verify(all_gather({})).checks.front().notes.empty());
}

TEST_CASE("verify: what cannot be followed is refused, not thrown") {
  constexpr std::int64_t kRows = 1'000'000;
  const auto every = [](BufferKind buffer, std::int64_t stride) {
    Span span = bytes_of(buffer, 0, 0, 1);
    span.block.push_inner({kRows, stride});
    return span;
  };
  ScheduleBuilder b(problem_of("[s] n", "s n", ReduceOp::copy, 1, {{"n", kRows}}, DataType::u8));
  b.scratch(11 * kRows);
  b.at(0)
      .copy(every(kIn, 1), every(BufferKind::scratch, 7))
      .copy(every(BufferKind::scratch, 11), every(kOut, 1));
  const Verification result = verify(b.build());
  CHECK_FALSE(result.schedule.has_value());
  CHECK(result.checks.back().name == "races");
  CHECK(result.checks.back().rule == "V116");
}
