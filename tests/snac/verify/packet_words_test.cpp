// Packets are put and taken word by word: who sees one word of an action knows nothing of its others.
#include "snac/plan.hpp"
#include "snac/verify/verify.hpp"
#include "tests/catch.hpp"
#include "tests/support/machines.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

constexpr std::int64_t kBytes = 64;  // eight words, 128 bytes of packets

ScheduleBuilder broadcast() {
  ScheduleBuilder b(problem_of("n @ 0", "n", ReduceOp::copy, 2, {{"n", 16}}), Regime::packet);
  b.packet_window(512);
  b.at(0)
      .put(bytes_of(BufferKind::input, 0, 0, kBytes), {{{1}, 0}})
      .copy(bytes_of(BufferKind::input, 0, 0, kBytes), bytes_of(BufferKind::output, 0, 0, kBytes));
  return b;
}

TakePackets take(TakePackets::End from, TakePackets::End to) {
  TakePackets take;
  take.shape.run = kBytes;
  take.sources = {std::move(from)}, take.destinations = {std::move(to)};
  return take;
}

TakePackets::Packets at(int rank, std::int64_t offset, std::uint32_t turn) { return {{rank}, offset, turn}; }

Span output(int rank) { return bytes_of(BufferKind::output, rank, 0, kBytes); }

void meet(ScheduleBuilder& b) {
  for (int rank : {0, 1}) b.at(rank).notify(Purpose::rendezvous, {1 - rank});
  for (int rank : {0, 1}) b.at(rank).await(Purpose::rendezvous, {1 - rank});
}

/// Rank 1 puts what it takes into its own window again.
std::string again_at(std::int64_t offset) {
  ScheduleBuilder b = broadcast();
  b.at(1).take(take(at(1, 0, 1), at(1, offset, 2))).take(take(at(1, offset, 2), output(1)));
  meet(b);
  for (const Check& check : verify(b.build()).checks)
    if (check.verdict == Verdict::fail) return check.rule;
  return "";
}

/// Rank 0 sends back what rank 1 has sent it, over what rank 1 has taken.
std::string sent_back(std::int64_t offset, bool says_taken) {
  ScheduleBuilder b = broadcast();
  b.at(1).take(take(at(1, 0, 1), at(0, 0, 1)));
  if (says_taken) {
    b.at(1).notify(Purpose::drained, {0});
    b.at(0).await(Purpose::drained, {1});
  }
  b.at(0).take(take(at(0, 0, 1), at(1, offset, 2)));
  b.at(1).take(take(at(1, offset, 2), output(1)));
  meet(b);
  for (const Check& check : verify(b.build()).checks)
    if (check.verdict == Verdict::fail) return check.rule;
  return "";
}

}  // namespace

TEST_CASE("an action puts no packets over those that it takes") {
  for (std::int64_t offset : {16, 64, 112}) CHECK(again_at(offset) == "V304");
  CHECK(again_at(128) == "");
}

TEST_CASE("a word is put again once its taker has said so") {
  for (std::int64_t offset : {16, 112}) CHECK(sent_back(offset, false) == "V303");
  for (std::int64_t offset : {0, 16, 112}) CHECK(sent_back(offset, true) == "");
  CHECK(sent_back(128, false) == "");
}

TEST_CASE("a sum in the switch has no order that every machine keeps") {
  PlanOptions options;
  options.machine = builtin("hgx-h200");
  options.algorithm = "multicast";
  Diagnostics refused;
  const Problem problem = problem_of("[p] n", "n", ReduceOp::sum, 4, {{"n", 256}});
  Schedule schedule = plan(problem, options, refused).value();
  const auto rule = [&](bool deterministic) {
    for (const Check& check : verify(schedule, {.deterministic = deterministic}).checks)
      if (check.verdict == Verdict::fail) return check.rule;
    return std::string();
  };
  CHECK(rule(false) == "");
  CHECK(rule(true) == "V211");
  schedule.programs[0][0].front().datapath = Datapath::multicast;
  CHECK(rule(false) == "V118");
}
