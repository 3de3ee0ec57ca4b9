// Small shapes of packets, notifications and plain bytes: what the verifier says of each, and what threads
// with the weakest accesses that the rules allow see of it. docs/verification.md says what x86 hides.
#include "tests/support/litmus.hpp"

#include <iostream>
#include <thread>

#include "snac/verify/bounds.hpp"
#include "snac/verify/progress.hpp"
#include "snac/verify/races.hpp"
#include "tests/catch.hpp"
#include "tests/support/schedule_builder.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr std::int64_t kX = 0, kY = 16;  // packets

/// Three ranks of one lane each; z is rank 0's window.
class Shape {
 public:
  Shape() { builder_.window(4).packet_window(64); }

  Shape& write_z(int rank = 0) {
    return then(builder_.at(rank).stage(bytes_of(BufferKind::input, rank, 0, 4), kZ));
  }
  Shape& read_z(int rank) {
    return then(builder_.at(rank).copy(kZ, bytes_of(BufferKind::output, rank, 0, 4)));
  }
  Shape& put(int from, std::int64_t packet, int to, std::uint32_t turn = 1) {
    return then(builder_.at(from).put(bytes_of(BufferKind::input, from, 0, 4), {{{to}, packet}}, turn));
  }
  Shape& take(int rank, std::int64_t packet, std::uint32_t turn = 1) {
    TakePackets take;
    take.shape.run = 4;
    take.sources = {TakePackets::Packets{{rank}, packet, turn}};
    take.destinations = {bytes_of(BufferKind::output, rank, 4 * taken_++ % 12, 4)};
    return then(builder_.at(rank).take(std::move(take)));
  }
  Shape& notify(int from, int to) { return then(builder_.at(from).notify(Purpose::ready, {to})); }
  Shape& await(int rank, int from) { return then(builder_.at(rank).await(Purpose::ready, {from})); }

  /// The rule that it breaks, or empty.
  std::string verdict() const {
    const Schedule& schedule = builder_.build();
    REQUIRE(check_bounds(schedule).counterexample == "");
    const Progress progress = check_progress(schedule);
    if (progress.check.verdict == Verdict::fail) return progress.check.rule;
    const RaceWalk walk = walk_races(schedule, *progress.graph, progress.order);
    return check_races(schedule, *progress.graph, walk).rule;
  }

 private:
  Shape& then(const ScheduleBuilder::Lane&) { return *this; }
  const Span kZ = bytes_of(BufferKind::window, 0, 0, 4);
  ScheduleBuilder builder_{problem_of("[s] n", "s n", ReduceOp::copy, 3, {{"n", 1}}), Regime::staged};
  std::int64_t taken_ = 0;
};

int rounds() { return cases(200, 1'000, 10'000); }

/// An accepted shape never shows what it must not; of a rejected one, how often it did is worth a line.
void expect(std::string_view name, const Shape& shape, const std::string& rule,
            const std::vector<LitmusThread>& threads) {
  INFO(name);
  CHECK(shape.verdict() == rule);
  const std::int64_t seen = count_seen(threads, rounds());
  std::cout << "litmus: " << name << ": " << (rule.empty() ? "accepted" : rule) << ", seen " << seen << " of "
            << rounds() << "\n";
  if (rule.empty()) CHECK(seen == 0);
}

constexpr std::uint64_t kData = 0x0123456789abcdef;

bool write_and_put(LitmusCell& cell) {
  cell.z.store(kData, kRelaxed);
  cell.x.put(1, 0);
  return false;
}
bool write_and_notify(LitmusCell& cell) {
  cell.z.store(kData, kRelaxed);
  cell.ready.store(1, kRelease);
  return false;
}
void await_flag(const std::atomic<std::uint64_t>& flag) {
  while (flag.load(kAcquire) == 0) std::this_thread::yield();
}
bool lacks_z(const LitmusCell& cell) { return cell.z.load(kRelaxed) != kData; }

}  // namespace

TEST_CASE("litmus: a packet orders its own word", "[threads]") {
  expect("message in a packet", Shape().put(0, kX, 1).take(1, kX), "",
         {[](LitmusCell& cell) { return cell.x.put(1, kData), false; },
          [](LitmusCell& cell) { return cell.x.take(1).word != kData; }});
  expect("two packets, the second taken first", Shape().put(0, kX, 1).put(0, kY, 1).take(1, kY).take(1, kX),
         "",
         {[](LitmusCell& cell) { return cell.x.put(1, kData), cell.y.put(1, ~kData), false; },
          [](LitmusCell& cell) { return cell.y.take(1).word != ~kData || cell.x.take(1).word != kData; }});
  expect("store buffering: both put, then both take",
         Shape().put(0, kX, 1).put(1, kY, 0).take(0, kY).take(1, kX), "",
         {[](LitmusCell& cell) { return cell.x.put(1, kData), cell.y.take(1).word != ~kData; },
          [](LitmusCell& cell) { return cell.y.put(1, ~kData), cell.x.take(1).word != kData; }});
}

TEST_CASE("litmus: a packet announces no plain bytes, a notification does", "[threads]") {
  expect("message passing by a packet", Shape().write_z().put(0, kX, 1).take(1, kX).read_z(1), "V301",
         {write_and_put, [](LitmusCell& cell) { return cell.x.take(1), lacks_z(cell); }});
  expect("message passing by a notification", Shape().write_z().notify(0, 1).await(1, 0).read_z(1), "",
         {write_and_notify, [](LitmusCell& cell) { return await_flag(cell.ready), lacks_z(cell); }});
}

TEST_CASE("litmus: not even the end of a launch lets a packet announce plain bytes") {
  ScheduleBuilder packet(problem_of("[s] n", "s n", ReduceOp::copy, 2, {{"n", 1}}), Regime::zero_copy);
  packet.packet_window(16);
  ScheduleBuilder notification = packet;
  TakePackets take;
  take.shape.run = 4;
  take.sources = {TakePackets::Packets{{1}, 0, 1}};
  take.destinations = {bytes_of(BufferKind::output, 1, 4, 4)};
  const Span mine = bytes_of(BufferKind::input, 0, 0, 4), theirs = bytes_of(BufferKind::output, 1, 0, 4);
  packet.at(1).notify(Purpose::ready, {0});
  packet.at(0).await(Purpose::ready, {1}).copy(mine, theirs).put(mine, {{{1}, 0}});
  packet.at(1).take(take);
  notification.at(1).notify(Purpose::ready, {0});
  notification.at(0).await(Purpose::ready, {1}).copy(mine, theirs).notify(Purpose::done, {1});
  notification.at(1).await(Purpose::done, {0});
  const auto verdict = [](const Schedule& schedule) {
    const Progress progress = check_progress(schedule);
    return check_races(schedule, *progress.graph, walk_races(schedule, *progress.graph, progress.order)).rule;
  };
  CHECK(verdict(packet.build()) == "V302");
  CHECK(verdict(notification.build()) == "");
}

TEST_CASE("litmus: only notifications pass on what they have seen", "[threads]") {
  const LitmusThread pass_on = [](LitmusCell& cell) {
    return await_flag(cell.ready), cell.passed.store(1, kRelease), false;
  };
  const LitmusThread put_on = [](LitmusCell& cell) {
    return await_flag(cell.ready), cell.y.put(1, 0), false;
  };
  const LitmusThread take_and_notify = [](LitmusCell& cell) {
    return cell.x.take(1), cell.passed.store(1, kRelease), false;
  };
  const LitmusThread await_passed = [](LitmusCell& cell) { return await_flag(cell.passed), lacks_z(cell); };
  expect("notification after notification",
         Shape().write_z().notify(0, 1).await(1, 0).notify(1, 2).await(2, 1).read_z(2), "",
         {write_and_notify, pass_on, await_passed});
  expect("packet after notification",
         Shape().write_z().notify(0, 1).await(1, 0).put(1, kY, 2).take(2, kY).read_z(2), "V301",
         {write_and_notify, put_on, [](LitmusCell& cell) { return cell.y.take(1), lacks_z(cell); }});
  expect("notification after packet",
         Shape().write_z().put(0, kX, 1).take(1, kX).notify(1, 2).await(2, 1).read_z(2), "V301",
         {write_and_put, take_and_notify, await_passed});
}

TEST_CASE("litmus: a word is used again after its take is known", "[threads]") {
  const LitmusThread take_twice = [](LitmusCell& cell) {
    const auto first = cell.x.take(1);
    cell.ready.store(1, kRelease);
    const auto second = cell.x.take(2);
    return first.flag != 1 || first.word != kData || second.word != ~kData;
  };
  expect("two turns with a notification between",
         Shape().put(0, kX, 1).take(1, kX).notify(1, 0).await(0, 1).put(0, kX, 1, 2).take(1, kX, 2), "",
         {[](LitmusCell& cell) {
            return cell.x.put(1, kData), await_flag(cell.ready), cell.x.put(2, ~kData), false;
          },
          take_twice});
  expect("two turns with nothing between", Shape().put(0, kX, 1).take(1, kX).put(0, kX, 1, 2).take(1, kX, 2),
         "V303",
         {[](LitmusCell& cell) { return cell.x.put(1, kData), cell.x.put(2, ~kData), false; }, take_twice});
}
