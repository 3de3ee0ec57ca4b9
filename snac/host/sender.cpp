#include "snac/host/sender.hpp"

#include <algorithm>

#include "snac/host/moves.hpp"

namespace purlin::host {
namespace {

bool covers(const Notify& notify, const Unmet& unmet, Rank waiter) {
  return notify.slot == *unmet.slot && notify.value >= unmet.expected &&
         std::ranges::find(notify.ranks, waiter) != notify.ranks.end();
}

Sender sender_of_slot(const Schedule& schedule, const Unmet& unmet, Rank waiter) {
  const SignalSlot& slot = schedule.signals[static_cast<std::size_t>(*unmet.slot)];
  Sender sender{slot.producer, slot.lane};
  const auto& lanes = schedule.programs[static_cast<std::size_t>(slot.producer.value)];
  const Program& program = lanes[static_cast<std::size_t>(slot.lane)];
  for (std::size_t i = 0; i < program.size() && sender.action < 0; ++i)
    if (const auto* notify = std::get_if<Notify>(&program[i].what); notify && covers(*notify, unmet, waiter))
      sender.action = static_cast<std::int64_t>(i);
  return sender;
}

bool sends(const Action& action, const Unmet& unmet, Rank waiter) {
  const auto hits = [&](Rank rank, std::int64_t offset, std::uint32_t turn, std::int64_t words) {
    return rank == waiter && turn == unmet.expected && offset <= unmet.offset &&
           unmet.offset < offset + words * static_cast<std::int64_t>(sizeof(Packet));
  };
  if (const auto* put = std::get_if<PutPackets>(&action.what))
    return std::ranges::any_of(put->targets, [&](const PutPackets::Target& target) {
      return hits(target.rank, target.offset, put->turn, words_of(put->source.block));
    });
  const auto* take = std::get_if<TakePackets>(&action.what);
  return take && std::ranges::any_of(take->destinations, [&](const TakePackets::End& end) {
           const auto* to = std::get_if<TakePackets::Packets>(&end);
           return to && hits(to->rank, to->offset, to->turn, words_of(take->shape));
         });
}

Sender sender_of_packet(const Schedule& schedule, const Unmet& unmet, Rank waiter) {
  for (std::size_t rank = 0; rank < schedule.programs.size(); ++rank)
    for (std::size_t lane = 0; lane < schedule.programs[rank].size(); ++lane)
      for (std::size_t i = 0; i < schedule.programs[rank][lane].size(); ++i)
        if (sends(schedule.programs[rank][lane][i], unmet, waiter))
          return {{static_cast<int>(rank)}, static_cast<int>(lane), static_cast<std::int64_t>(i)};
  return {waiter, 0, -1};
}

}  // namespace

Sender sender_of(const Schedule& schedule, const Unmet& unmet, Rank waiter) {
  return unmet.slot ? sender_of_slot(schedule, unmet, waiter) : sender_of_packet(schedule, unmet, waiter);
}

}  // namespace purlin::host
