#include "snac/verify/bounds.hpp"

#include <functional>
#include <limits>

#include "snac/verify/rules.hpp"
#include "snac/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

constexpr auto kIn = BufferKind::input;
constexpr auto kOut = BufferKind::output;
constexpr auto kWin = BufferKind::window;

/// Two ranks, two elements each, staged: every kind of span and both ends of a slot.
Schedule all_gather() {
  ScheduleBuilder b(problem_of("[s] n", "s n", ReduceOp::copy, 2, {{"n", 2}}), Regime::staged);
  b.window(16).scratch(16);
  for (int me = 0; me < 2; ++me) {
    const int peer = 1 - me;
    b.at(me)
        .stage(bytes_of(kIn, me, 0, 8), bytes_of(kWin, me, 0, 8))
        .notify(Purpose::staged, {peer})
        .copy(bytes_of(kIn, me, 0, 8), bytes_of(kOut, me, 8 * me, 8))
        .await(Purpose::staged, {peer})
        .copy(bytes_of(kWin, peer, 0, 8), bytes_of(kOut, me, 8 * peer, 8));
  }
  return b.build();
}

Schedule all_reduce(DataType dtype = DataType::f32, ReduceOp op = ReduceOp::sum) {
  ScheduleBuilder b(problem_of("[p] n", "n", op, 2, {{"n", 2}}, dtype));
  const std::int64_t bytes = 2 * size_of(dtype).value;
  for (int me = 0; me < 2; ++me)
    b.at(me)
        .notify(Purpose::ready, {1 - me})
        .await(Purpose::ready, {1 - me})
        .reduce(op, {bytes_of(kIn, 0, 0, bytes), bytes_of(kIn, 1, 0, bytes)}, {bytes_of(kOut, me, 0, bytes)});
  return b.build();
}

template <class What>
What& part(Schedule& s, std::size_t action) {
  return std::get<What>(s.programs.at(0).at(0).at(action).what);
}

struct Fault {
  std::string rule;
  std::string what;
  std::function<void(Schedule&)> make;
};

void expect(const Schedule& valid, const std::vector<Fault>& faults) {
  REQUIRE(check_bounds(valid).verdict == Verdict::pass);
  for (const Fault& fault : faults) {
    Schedule schedule = valid;
    fault.make(schedule);
    const Check check = check_bounds(schedule);
    INFO(fault.what << ": " << check.rule << " " << check.counterexample);
    CHECK(check.verdict == Verdict::fail);
    CHECK(check.rule == fault.rule);
    CHECK(schedule_rule(check.rule) != nullptr);
    CHECK_FALSE(verify(schedule).schedule.has_value());
  }
}

}  // namespace

TEST_CASE("bounds: tables have the sizes of the mesh") {
  expect(all_gather(),
         {{"V101", "no lanes", [](Schedule& s) { s.lanes = 0; }},
          {"V101", "a lane without a kind", [](Schedule& s) { s.lane_kinds.clear(); }},
          {"V101", "a rank without programs", [](Schedule& s) { s.programs.pop_back(); }},
          {"V101", "a lane without a program", [](Schedule& s) { s.programs[1].clear(); }},
          {"V101", "an input without a size", [](Schedule& s) { s.buffers.input.pop_back(); }},
          {"V101", "an output without a size", [](Schedule& s) { s.buffers.output.pop_back(); }},
          {"V101", "negative scratch", [](Schedule& s) { s.buffers.scratch[0] = -1; }},
          {"V101", "no halves", [](Schedule& s) { s.buffers.halves = 0; }},
          {"V102", "too many lanes", [](Schedule& s) { s.lanes = 100'000; }},
          {"V102", "a window beyond any memory",
           [](Schedule& s) { s.buffers.window_half = std::numeric_limits<std::int64_t>::max(); }}});
}

TEST_CASE("bounds: spans are well-formed and inside their buffers") {
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
  expect(
      all_gather(),
      {{"V103", "beyond the end", [](Schedule& s) { part<Stage>(s, 0).from.block.offset = 1; }},
       {"V103", "a window too small", [](Schedule& s) { s.buffers.window_half = 7; }},
       {"V104", "a negative offset", [](Schedule& s) { part<Stage>(s, 0).from.block.offset = -8; }},
       {"V104", "a negative run", [](Schedule& s) { part<Stage>(s, 0).from.block.run = -8; }},
       {"V104", "a negative count", [](Schedule& s) { part<Stage>(s, 0).to.block.push_inner({-1, 8}); }},
       {"V104", "bytes that stand twice", [](Schedule& s) { part<Stage>(s, 0).to.block.push_inner({2, 4}); }},
       {"V104", "an overflowing extent",
        [](Schedule& s) { part<Stage>(s, 0).to.block.push_inner({3, kHuge}); }},
       {"V104", "an overflowing size",
        [](Schedule& s) { part<Stage>(s, 0).to.block.push_inner({kHuge, kHuge}); }},
       {"V104", "an overflowing end", [](Schedule& s) { part<Stage>(s, 0).to.block.offset = kHuge; }},
       {"V105", "another shape", [](Schedule& s) { part<Consume>(s, 2).sources[0].block.run = 4; }},
       {"V105", "no destination", [](Schedule& s) { part<Consume>(s, 2).destinations.clear(); }},
       {"V105", "a fold in a copy",
        [](Schedule& s) { part<Consume>(s, 2).sources[0].block.fold = Dim{1, 0}; }},
       {"V106", "no such rank", [](Schedule& s) { part<Consume>(s, 2).sources[0].rank = {2}; }},
       {"V106", "a negative rank", [](Schedule& s) { part<Consume>(s, 2).sources[0].rank = {-1}; }}});
}

TEST_CASE("bounds: slots have one producer and count") {
  expect(all_gather(),
         {{"V106", "a producer that is no rank", [](Schedule& s) { s.signals[0].producer = {2}; }},
          {"V108", "a producer that is no lane", [](Schedule& s) { s.signals[0].lane = 1; }},
          {"V106", "notifies no rank", [](Schedule& s) { part<Notify>(s, 1).ranks = {{7}}; }},
          {"V107", "notifies no slot", [](Schedule& s) { part<Notify>(s, 1).slot = 9; }},
          {"V107", "awaits no slot", [](Schedule& s) { part<Await>(s, 3).waits[0].slot = -1; }},
          {"V108", "another's slot", [](Schedule& s) { part<Notify>(s, 1).slot ^= 1; }},
          {"V109", "a value skipped", [](Schedule& s) { part<Notify>(s, 1).value = 2; }},
          {"V109", "a rank twice", [](Schedule& s) { part<Notify>(s, 1).ranks = {{1}, {1}}; }},
          {"V110", "waits for none", [](Schedule& s) { part<Await>(s, 3).waits[0].value = 0; }},
          {"V110", "waits for too many", [](Schedule& s) { part<Await>(s, 3).waits[0].value = 2; }},
          {"V110", "waits for what another rank gets",
           [](Schedule& s) { part<Await>(s, 3).waits[0].slot = part<Notify>(s, 1).slot; }}});
}

TEST_CASE("bounds: ranks touch what they may") {
  expect(all_gather(),
         {{"V111", "stages a peer's input", [](Schedule& s) { part<Stage>(s, 0).from.rank = {1}; }},
          {"V111", "stages into an output", [](Schedule& s) { part<Stage>(s, 0).to.buffer = kOut; }},
          {"V111", "reads a peer's input while staged",
           [](Schedule& s) { part<Consume>(s, 2).sources[0].rank = {1}; }},
          {"V111", "writes a peer's output while staged",
           [](Schedule& s) { part<Consume>(s, 2).destinations[0].rank = {1}; }},
          {"V111", "writes an input", [](Schedule& s) { part<Consume>(s, 2).destinations[0].buffer = kIn; }},
          {"V111", "reads a peer's scratch",
           [](Schedule& s) { part<Consume>(s, 4).sources[0].buffer = BufferKind::scratch; }},
          {"V111", "reads packets plainly",
           [](Schedule& s) { part<Consume>(s, 2).sources[0].buffer = BufferKind::packet_window; }},
          {"V114", "a copy engine that handles packets", [](Schedule& s) {
             s.lane_kinds[0] = LaneKind::copy_engine;
             s.buffers.packet_window_half = 16;
             s.programs[0][0].push_back({PutPackets{bytes_of(kIn, 0, 0, 8), 1, {{{1}, 0}}}});
           }}});
}

TEST_CASE("bounds: operations apply") {
  const auto consume = [](Schedule& s) -> Consume& { return part<Consume>(s, 2); };
  const auto tear = [&](Schedule& s) {
    for (Span& source : consume(s).sources) source.block.run = 6;
    consume(s).destinations[0].block.run = 6;
  };
  expect(all_reduce(),
         {{"V112", "a copy of two", [&](Schedule& s) { consume(s).op = ReduceOp::copy; }},
          {"V112", "another op", [&](Schedule& s) { consume(s).op = ReduceOp::max; }},
          {"V112", "a divided sum", [&](Schedule& s) { consume(s).divisor = 2; }},
          {"V113", "torn runs", tear},
          {"V113", "torn folds", [&](Schedule& s) { consume(s).sources[0].block.fold = Dim{1, 0}, tear(s); }},
          {"V114", "a reducing copy engine", [](Schedule& s) { s.lane_kinds[0] = LaneKind::copy_engine; }}});
  expect(all_reduce(DataType::f32, ReduceOp::avg),
         {{"V112", "divided by zero", [&](Schedule& s) { consume(s).divisor = 0; }},
          {"V112", "avg of nothing", [&](Schedule& s) { consume(s).sources.clear(); }}});
  Schedule integers = all_reduce(DataType::i32, ReduceOp::sum);
  integers.problem.op = ReduceOp::avg;
  consume(integers).op = ReduceOp::avg;
  CHECK(check_bounds(integers).rule == "V112");
}

TEST_CASE("bounds: packets are words and stamps inside the packet window") {
  ScheduleBuilder b(problem_of("[s] n", "s n", ReduceOp::copy, 2, {{"n", 3}}), Regime::packet);
  b.packet_window(32);
  Block shape;
  shape.run = 12;
  for (int me = 0; me < 2; ++me)
    b.at(me)
        .put(bytes_of(kIn, me, 0, 12), {{{1 - me}, 0}})
        .take({ReduceOp::copy,
               1,
               shape,
               {TakePackets::Packets{{me}, 0, 1}},
               {bytes_of(kOut, me, 12 - 12 * me, 12)}})
        .copy(bytes_of(kIn, me, 0, 12), bytes_of(kOut, me, 12 * me, 12));
  const auto taken = [](Schedule& s) -> TakePackets::Packets& {
    return std::get<TakePackets::Packets>(part<TakePackets>(s, 1).sources[0]);
  };
  expect(b.build(),
         {{"V103", "a window too small", [](Schedule& s) { s.buffers.packet_window_half = 16; }},
          {"V103", "beyond the end", [](Schedule& s) { part<PutPackets>(s, 0).targets[0].offset = 16; }},
          {"V106", "no such rank", [](Schedule& s) { part<PutPackets>(s, 0).targets[0].rank = {2}; }},
          {"V111", "another's packets", [&](Schedule& s) { taken(s).rank = {1}; }},
          {"V115", "between two packets", [](Schedule& s) { part<PutPackets>(s, 0).targets[0].offset = 8; }},
          {"V115", "no turn", [](Schedule& s) { part<PutPackets>(s, 0).turn = 0; }},
          {"V105", "no target", [](Schedule& s) { part<PutPackets>(s, 0).targets.clear(); }},
          {"V105", "a span of another shape",
           [](Schedule& s) { std::get<Span>(part<TakePackets>(s, 1).destinations[0]).block.run = 8; }}});
}

TEST_CASE("bounds: an empty span may stand anywhere") {
  Schedule s = all_gather();
  part<Consume>(s, 2).sources[0].block = {};
  part<Consume>(s, 2).destinations[0].block = {};
  part<Consume>(s, 2).destinations[0].block.offset = 1 << 20;
  CHECK(check_bounds(s).verdict == Verdict::pass);
}

TEST_CASE("bounds: a machine's limits are named with the value and the maximum") {
  const Schedule schedule = all_gather();
  const Limits enough{"m", 1, 1, 16};
  CHECK(check_bounds(schedule, enough).verdict == Verdict::pass);
  const Check lanes = check_bounds(schedule, Limits{"m", 1, 0, 16});
  CHECK(lanes.rule == "V102");
  CHECK(lanes.counterexample == "lanes per rank (limit.lanes of m) is 1, the maximum is 0");
  const Check window = check_bounds(schedule, Limits{"m", 2, 1, 15});
  CHECK(window.rule == "V102");
  CHECK(
      window.counterexample ==
      "bytes of a half of the windows (limit.window_MiB of m for 2 ranks of a GPU) is 16, the maximum is 15");
}
