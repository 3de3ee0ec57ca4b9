#include "snac/verify/clocks.hpp"

#include <map>

#include "snac/verify/order.hpp"
#include "tests/catch.hpp"
#include "tests/support/naive_order.hpp"
#include "tests/support/random.hpp"
#include "tests/support/schedule_builder.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

constexpr int kRanks = 4;
constexpr int kLanes = 2;
constexpr int kLaunches = 3;
constexpr int kActions = 40;

/// Notifications and puts, and waits for earlier ones, in one random order: no cycle.
class RandomSchedule {
 public:
  explicit RandomSchedule(Random& random) : random_(random) {
    builder_.packet_window(16 * kActions);
    for (int i = 0; i < kActions; ++i) add();
  }
  const Schedule& build() const { return builder_.build(); }

 private:
  struct Packet {
    int rank;
    std::int64_t offset;
  };
  int rank() { return static_cast<int>(random_.below(kRanks)); }
  int lane() { return static_cast<int>(random_.below(kLanes)); }

  void add() {
    const int me = rank(), own = lane();
    ScheduleBuilder::Lane at = builder_.at(me, own);
    switch (random_.below(4)) {
      case 0:
        return notify(at, me, own);
      case 1:
        return await(at, me);
      case 2:
        packets_.push_back({rank(), 16 * std::ssize(packets_)});
        at.put(bytes_of(BufferKind::input, me, 0, 4), {{{packets_.back().rank}, packets_.back().offset}});
        return;
      default:
        return take(at, me);
    }
  }

  /// Some peers that have got as many as one of them.
  void notify(ScheduleBuilder::Lane& at, int me, int own) {
    const auto count = given_[{me, own, rank()}];
    std::vector<int> peers;
    for (int peer = 0; peer < kRanks; ++peer)
      if (given_[{me, own, peer}] == count && random_.chance(60)) peers.push_back(peer);
    if (peers.empty()) return;
    at.notify(Purpose::ready, peers);
    for (int peer : peers) ++given_[{me, own, peer}];
  }

  void await(ScheduleBuilder::Lane& at, int me) {
    const int peer = rank(), other = lane();
    if (const auto count = given_[{peer, other, me}])
      at.await(Purpose::ready, {peer}, 1 + static_cast<std::uint32_t>(random_.below(count)), other);
  }

  void take(ScheduleBuilder::Lane& at, int me) {
    if (packets_.empty()) return;
    const Packet packet = random_.pick(packets_);
    if (packet.rank != me) return;
    TakePackets take;
    take.shape.run = 4;
    take.sources = {TakePackets::Packets{{me}, packet.offset, 1}};
    take.destinations = {bytes_of(BufferKind::output, me, 0, 4)};
    at.take(take);
  }

  Random& random_;
  ScheduleBuilder builder_{problem_of("[s] n", "s n", ReduceOp::copy, kRanks, {{"n", 1}}), Regime::zero_copy,
                           kLanes};
  std::map<std::vector<int>, std::uint32_t> given_;  // by producer, lane and receiver
  std::vector<Packet> packets_;
};

/// Walks launches in a row and compares all that each lane knows after each of its steps.
class Comparison {
 public:
  explicit Comparison(const Schedule& schedule)
      : graph_(schedule),
        order_(order_of(graph_)),
        clocks_(graph_, kRanks),
        naive_(graph_, kRanks, kLaunches) {
    REQUIRE(order_.cycle.empty());
  }

  void run() {
    for (launch_ = 0; launch_ < kLaunches; ++launch_) {
      clocks_.begin_launch();
      for (const Event& at : order_.events) {
        clocks_.pass(at);
        compare({launch_, at.lane, at.index});
      }
      clocks_.end_launch();
      for (int rank = 0; rank < kRanks; ++rank) compare({launch_, graph_.lanes() + rank, 1});
    }
  }

 private:
  void compare(const NaiveOrder::At& here) {
    for (int lane = 0; lane < graph_.lanes() + kRanks; ++lane) {
      if (lane == here.lane) continue;
      const int size = lane < graph_.lanes() ? graph_.size(lane) : 2;
      for (int launch = 0; launch <= launch_; ++launch)
        for (int index = 0; index < size; ++index) {
          const NaiveOrder::At other{launch, lane, index};
          const auto count = static_cast<Clocks::Count>(launch * size + index) + 1;
          REQUIRE(clocks_.acquired(lane, count, here.lane) == naive_.acquired(other, here));
          REQUIRE(clocks_.observed(lane, count, here.lane) == naive_.observed(other, here));
          apart_ += naive_.observed(other, here) && !naive_.acquired(other, here);
        }
    }
  }

  WaitGraph graph_;
  Order order_;
  Clocks clocks_;
  NaiveOrder naive_;
  int launch_ = 0;

 public:
  int apart_ = 0;  // known from packets alone
};

}  // namespace

TEST_CASE("clocks: happens-before is reachability, packets aside until a launch ends") {
  int apart = 0;
  for (int i = 0; i < cases(5, 30, 300); ++i) {
    Random random(seed() + static_cast<std::uint64_t>(i));
    INFO("PURLIN_TEST_SEED=" << seed() + static_cast<std::uint64_t>(i));
    Comparison comparison(RandomSchedule(random).build());
    comparison.run();
    apart += comparison.apart_;
  }
  CHECK(apart > 0);
}
