#include "snac/host/perform.hpp"

#include "snac/host/moves.hpp"

namespace purlin::host {
namespace {

/// Performs units [from, to) of an action, or as many as have arrived; returns where it stopped.
class Performer {
 public:
  Performer(const LaunchMemory& memory, Rank self, std::int64_t from, std::int64_t to)
      : memory_(memory), self_(self), from_(from), to_(to) {}

  std::int64_t operator()(const Stage& stage) const {
    copy_part(memory_, stage.from, {&stage.to, 1}, from_, to_);
    return to_;
  }

  std::int64_t operator()(const Notify& notify) const {
    for (std::int64_t i = from_; i < to_; ++i)
      memory_.slot(notify.ranks[static_cast<std::size_t>(i)], notify.slot)
          .store(stamp(memory_.epoch, notify.value), std::memory_order_release);
    return to_;
  }

  std::int64_t operator()(const Await& await) const {
    std::int64_t met = from_;
    while (met < to_ && is_met(await.waits[static_cast<std::size_t>(met)])) ++met;
    return met;
  }

  std::int64_t operator()(const Consume& consume) const {
    consume_part(memory_, consume, from_, to_);
    return to_;
  }

  std::int64_t operator()(const PutPackets& put) const {
    put_part(memory_, put, from_, to_);
    return to_;
  }

  std::int64_t operator()(const TakePackets& take) const {
    const std::int64_t words = arrived(memory_, take, from_, to_ - from_);
    take_part(memory_, take, from_, from_ + words);
    return from_ + words;
  }

 private:
  bool is_met(const Await::Wait& wait) const {
    const Stamp seen = memory_.slot(self_, wait.slot).load(std::memory_order_acquire);
    return reached(seen, stamp(memory_.epoch, wait.value));
  }

  const LaunchMemory& memory_;
  Rank self_;
  std::int64_t from_, to_;
};

/// A part ends between elements; words and signals are not cut.
std::int64_t unit_of(const LaunchMemory& memory, const Action& action) {
  const bool bytes =
      std::holds_alternative<Stage>(action.what) || std::holds_alternative<Consume>(action.what);
  return bytes ? size_of(memory.schedule->problem.dtype).value : 1;
}

std::int64_t rounded_up(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit * unit; }

}  // namespace

Progress perform(const LaunchMemory& memory, Rank self, const Action& action, std::int64_t& done,
                 std::int64_t limit) {
  const std::int64_t all = units_of(action), before = done;
  if (done == all) return Progress::finished;
  const std::int64_t part = limit < all - done ? rounded_up(limit, unit_of(memory, action)) : all - done;
  done = std::visit(Performer(memory, self, done, std::min(done + part, all)), action.what);
  if (done == all) return Progress::finished;
  return done == before ? Progress::blocked : Progress::moved;
}

std::int64_t units_of(const Action& action) {
  return std::visit(Overloaded{[](const Stage& s) { return s.from.block.bytes(); },
                               [](const Notify& n) { return std::ssize(n.ranks); },
                               [](const Await& a) { return std::ssize(a.waits); },
                               [](const Consume& c) {
                                 return c.destinations.empty() ? 0 : c.destinations[0].block.bytes();
                               },
                               [](const PutPackets& p) { return words_of(p.source.block); },
                               [](const TakePackets& t) { return words_of(t.shape); }},
                    action.what);
}

}  // namespace purlin::host
