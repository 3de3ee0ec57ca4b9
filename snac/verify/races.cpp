#include "snac/verify/races.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "snac/verify/check.hpp"
#include "snac/verify/packets.hpp"
#include "snac/verify/positions.hpp"

namespace purlin {
namespace {

bool are_same_place(const Span& a, const Span& b) { return a == b && !a.block.fold; }

bool share_bytes(const Span& a, const Span& b) {
  if (a.buffer != b.buffer || a.rank != b.rank || is_empty(a.block) || is_empty(b.block)) return false;
  return overlap(by_address(a.block), by_address(b.block));
}

/// Lanes of many threads read and write an action's bytes in no order.
void check_own_overlap(const Schedule& schedule, const Site& at, const std::vector<Span>& sources,
                       const std::vector<Span>& destinations) {
  const auto fault = [&](std::string_view what) {
    throw Counterexample{"V304", fmt::format("{}: {}", describe(schedule, at), what)};
  };
  for (std::size_t i = 0; i < destinations.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      if (share_bytes(destinations[i], destinations[j])) fault("two of its destinations share bytes");
    for (const Span& source : sources)
      if (share_bytes(source, destinations[i]) && !are_same_place(source, destinations[i]))
        fault("a source and a destination share bytes that are not the same elements");
  }
}

/// Words are taken and put one by one, in no order.
void check_own_overlap(const Schedule& schedule, const Site& at, const Action& action) {
  const std::vector<PacketRun> takes = takes_of(action), puts = puts_of(action);
  const auto share = [](const PacketRun& a, const PacketRun& b) {
    return a.rank == b.rank && a.first < b.last && b.first < a.last;
  };
  for (std::size_t i = 0; i < puts.size(); ++i) {
    const auto clashes = [&](const PacketRun& run) { return share(run, puts[i]); };
    if (std::any_of(puts.begin(), puts.begin() + static_cast<std::ptrdiff_t>(i), clashes) ||
        std::ranges::any_of(takes, clashes))
      throw Counterexample{"V304", fmt::format("{}: packets that it puts share words with others of its own",
                                               describe(schedule, at))};
  }
}

std::vector<Span> spans_of(const std::vector<TakePackets::End>& ends) {
  std::vector<Span> spans;
  for (const TakePackets::End& end : ends)
    if (const auto* span = std::get_if<Span>(&end)) spans.push_back(*span);
  return spans;
}

std::string describe(const Schedule& schedule, const Actor& actor) {
  if (!actor.is_caller) return describe(schedule, actor.site);
  return fmt::format("the caller of rank {}, {} its launch", actor.site.rank.value,
                     actor.ended ? "after" : "before");
}

/// The next chance that `from` gives the rank of `to` to learn of its access, in words.
std::string next_notification(const Schedule& schedule, const Actor& from, const Actor& to) {
  if (from.is_caller) return {};
  const auto& program =
      schedule
          .programs[static_cast<std::size_t>(from.site.rank.value)][static_cast<std::size_t>(from.site.lane)];
  for (std::size_t i = static_cast<std::size_t>(from.site.action); i < program.size(); ++i) {
    const auto* notify = std::get_if<Notify>(&program[i].what);
    if (!notify) continue;
    for (Rank rank : notify->ranks)
      if (rank == to.site.rank)
        return fmt::format("; the next notification from there to rank {} is action {} ({} {})", rank.value,
                           i, describe_slot(schedule, notify->slot), notify->value);
  }
  return fmt::format("; no notification follows from there to rank {}", to.site.rank.value);
}

}  // namespace

std::string describe(const Schedule& schedule, const Conflict& conflict) {
  const auto launch = [&](const Actor& actor) {
    return conflict.is_across() ? fmt::format(" of launch {}", actor.launch) : std::string();
  };
  const std::string bytes = fmt::format(
      "{} {}…{} of the {} of rank {}", conflict.buffer == BufferKind::packet_window ? "packets" : "bytes",
      conflict.begin, conflict.end - 1, name_of(conflict.buffer), conflict.rank.value);
  return fmt::format("{}{} {} {}, and {}{} {} them, in no order: neither is notified of the other{}",
                     describe(schedule, conflict.first), launch(conflict.first),
                     conflict.first_writes ? "writes" : "reads", bytes, describe(schedule, conflict.second),
                     launch(conflict.second), conflict.second_writes ? "writes" : "reads",
                     next_notification(schedule, conflict.first, conflict.second));
}

Check check_races(const Schedule& schedule, const WaitGraph& graph, const RaceWalk& walk) {
  return run_check("races", [&](Check& check) {
    for_each_action(schedule, [&](const Site& at, const Action& action) {
      if (const auto* stage = std::get_if<Stage>(&action.what))
        check_own_overlap(schedule, at, {stage->from}, {stage->to});
      if (const auto* consume = std::get_if<Consume>(&action.what))
        check_own_overlap(schedule, at, consume->sources, consume->destinations);
      check_own_overlap(schedule, at, action);
      if (const auto* take = std::get_if<TakePackets>(&action.what))
        check_own_overlap(schedule, at, spans_of(take->sources), spans_of(take->destinations));
    });
    if (const auto& found = walk.within) {
      const bool of_packets = found->buffer == BufferKind::packet_window;
      throw Counterexample{found->has_caller() ? "V302"
                           : of_packets        ? "V303"
                                               : "V301",
                           describe(schedule, *found)};
    }
    check.covered = {{"accesses", walk.accesses}, {"edges", graph.edges()}, {"clocks", walk.clocks}};
  });
}

}  // namespace purlin
