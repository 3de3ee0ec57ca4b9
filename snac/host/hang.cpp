#include "snac/host/hang.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "snac/host/sender.hpp"

namespace purlin::host {
namespace {

class Chain {
 public:
  explicit Chain(const std::vector<std::vector<Stand>>& stands) : stands_(stands) {}

  HangReport from(Rank rank, int lane) {
    while (!report_.culprit && report_.cause.empty()) {
      if (was_at(rank, lane)) return cycle(rank), report_;
      std::tie(rank, lane) = follow(rank, lane);
    }
    report_.first = report_.chain.front();
    return report_;
  }

 private:
  using Next = std::pair<Rank, int>;

  const Stand& stand(Rank rank, int lane) const {
    return stands_[static_cast<std::size_t>(rank.value)][static_cast<std::size_t>(lane)];
  }

  Next follow(Rank rank, int lane) {
    const Stand& own = stand(rank, lane);
    if (own.kind == Stand::Kind::meeting) return follow_meeting(rank, lane);
    PURLIN_ASSERT(own.kind == Stand::Kind::waiting);
    const Sender sender = sender_of(*own.schedule, *own.unmet, rank);
    add(rank, lane, signal_name(*own.schedule, *own.unmet, sender), sender.rank);
    judge(own, sender);
    return {sender.rank, sender.lane};
  }

  /// A lane between launches waits for a lane of its rank that is still in an earlier one.
  Next follow_meeting(Rank rank, int lane) {
    const Stand& own = stand(rank, lane);
    const auto& lanes = stands_[static_cast<std::size_t>(rank.value)];
    int late = 0;
    for (std::size_t i = 0; i < lanes.size(); ++i)
      if (lanes[i].launch < own.launch) late = static_cast<int>(i);
    add(rank, lane, fmt::format("end of the launch by lane {} of rank {}", late, rank.value), rank);
    if (lanes[static_cast<std::size_t>(late)].kind == Stand::Kind::working) blame_working(rank, late);
    return {rank, late};
  }

  void judge(const Stand& waiter, const Sender& sender) {
    const Stand& other = stand(sender.rank, sender.lane);
    if (other.kind == Stand::Kind::absent) {
      blame(sender.rank, fmt::format("rank {} never launched", sender.rank.value));
    } else if (sender.action < 0) {
      blame(sender.rank, fmt::format("no action of rank {} sends it", sender.rank.value));
    } else if (waiter.unmet->overwritten) {
      blame(sender.rank, fmt::format("lane {} of rank {} wrote over it before it was taken", sender.lane,
                                     sender.rank.value));
    } else if (waiter.came_late) {
      blame(sender.rank,
            fmt::format("lane {} of rank {} was late with action {} ({})", sender.lane, sender.rank.value,
                        sender.action, name_at(*waiter.schedule, sender.rank, sender.lane, sender.action)));
    } else if (std::tie(waiter.launch, sender.action) < std::tie(other.launch, other.action)) {
      blame(sender.rank,
            fmt::format("lane {} of rank {} skipped action {} ({})", sender.lane, sender.rank.value,
                        sender.action, name_at(*waiter.schedule, sender.rank, sender.lane, sender.action)));
    } else if (other.kind == Stand::Kind::working) {
      blame_working(sender.rank, sender.lane);
    }
  }

  void blame_working(Rank rank, int lane) {
    const Stand& own = stand(rank, lane);
    blame(rank, fmt::format("lane {} of rank {} was still at action {} ({})", lane, rank.value, own.action,
                            name_at(*own.schedule, rank, lane, own.action)));
  }

  void blame(Rank culprit, std::string cause) {
    report_.culprit = culprit;
    report_.cause = std::move(cause);
  }

  static std::string_view name_at(const Schedule& schedule, Rank rank, int lane, std::int64_t action) {
    const auto& lanes = schedule.programs[static_cast<std::size_t>(rank.value)];
    if (lane >= std::ssize(lanes) || action >= std::ssize(lanes[static_cast<std::size_t>(lane)]))
      return "end";
    return name_of(lanes[static_cast<std::size_t>(lane)][static_cast<std::size_t>(action)]);
  }

  static std::string signal_name(const Schedule& schedule, const Unmet& unmet, const Sender& sender) {
    if (!unmet.slot)
      return fmt::format("packets of rank {}, lane {} at byte {}", sender.rank.value, sender.lane,
                         unmet.offset);
    const SignalSlot& slot = schedule.signals[static_cast<std::size_t>(*unmet.slot)];
    return fmt::format("{} of rank {}, lane {}", name_of(slot.purpose), slot.producer.value, slot.lane);
  }

  void add(Rank rank, int lane, std::string signal, Rank producer) {
    const Stand& own = stand(rank, lane);
    const Unmet unmet = own.unmet.value_or(Unmet{});
    report_.chain.push_back(
        {rank, lane, own.action, std::move(signal), unmet.expected, unmet.seen, producer});
  }

  bool was_at(Rank rank, int lane) const {
    return std::ranges::any_of(
        report_.chain, [&](const auto& waiter) { return waiter.rank == rank && waiter.lane == lane; });
  }

  void cycle(Rank rank) {
    report_.first = report_.chain.front();
    report_.cause = "a cycle of waits:";
    bool inside = false;
    for (const HangReport::Waiter& waiter : report_.chain)
      if (inside = inside || waiter.rank == rank; inside)
        report_.cause += fmt::format(" rank {} for", waiter.rank.value);
    report_.cause += fmt::format(" rank {}", rank.value);
  }

  const std::vector<std::vector<Stand>>& stands_;
  HangReport report_;
};

}  // namespace

HangReport explain_hang(const std::vector<std::vector<Stand>>& stands, Rank rank, int lane) {
  return Chain(stands).from(rank, lane);
}

}  // namespace purlin::host
