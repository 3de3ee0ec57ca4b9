#include "snac/verify/wait_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "snac/verify/check.hpp"
#include "snac/verify/packets.hpp"

namespace purlin {

WaitGraph::WaitGraph(const Schedule& schedule) : lanes_per_rank_(schedule.lanes) {
  for (const auto& lanes : schedule.programs)
    for (const Program& program : lanes) {
      first_.push_back(needs_.size());
      needs_.resize(needs_.size() + program.size());
    }
  waiters_.resize(needs_.size());
  hands_packets_.resize(needs_.size());
  add_notifications(schedule);
  add_packets(schedule);
}

std::size_t WaitGraph::position(Event event) const {
  return first_[static_cast<std::size_t>(event.lane)] + static_cast<std::size_t>(event.index);
}

std::int32_t WaitGraph::size(std::int32_t lane) const {
  const auto at = static_cast<std::size_t>(lane);
  const std::size_t end = at + 1 < first_.size() ? first_[at + 1] : needs_.size();
  return static_cast<std::int32_t>(end - first_[at]);
}

Site WaitGraph::site(Event event) const {
  return {{event.lane / lanes_per_rank_}, event.lane % lanes_per_rank_, event.index};
}

Event WaitGraph::event(const Site& site) const {
  return {site.rank.value * lanes_per_rank_ + site.lane, static_cast<std::int32_t>(site.action)};
}

void WaitGraph::need(Event waiter, Event needed) {
  needs_[position(waiter)].push_back(needed);
  ++waiters_[position(needed)];
  ++edges_;
}

void WaitGraph::add_notifications(const Schedule& schedule) {
  const std::size_t slots = schedule.signals.size();
  std::vector<std::vector<Event>> given(slots * schedule.programs.size());  // [rank][slot] in order
  const auto given_to = [&](Rank rank, int slot) -> std::vector<Event>& {
    return given[static_cast<std::size_t>(rank.value) * slots + static_cast<std::size_t>(slot)];
  };
  for_each_action(schedule, [&](const Site& at, const Action& action) {
    if (const auto* notify = std::get_if<Notify>(&action.what))
      for (Rank rank : notify->ranks) given_to(rank, notify->slot).push_back(event(at));
  });
  for_each_action(schedule, [&](const Site& at, const Action& action) {
    if (const auto* await = std::get_if<Await>(&action.what))
      for (const Await::Wait& wait : await->waits)
        need(event(at), given_to(at.rank, wait.slot).at(wait.value - 1));
  });
}

namespace {

struct Put {
  std::int64_t first, last;  // words
  Event event;
};

/// Puts by rank and turn, by their words.
class Puts {
 public:
  void add(const PacketRun& run, Event by) {
    all_[{run.rank.value, run.turn}].push_back({run.first, run.last, by});
  }

  void sort(const Schedule& schedule, const WaitGraph& graph) {
    for (auto& [key, list] : all_) {
      std::ranges::stable_sort(list, {}, &Put::first);
      for (std::size_t i = 1; i < list.size(); ++i)
        if (list[i].first < list[i - 1].last)
          throw Counterexample{
              "V303", fmt::format("{}: puts packet {} of rank {} with turn {} again, after {}",
                                  describe(schedule, graph.site(list[i].event)), list[i].first, key.first,
                                  key.second, describe(schedule, graph.site(list[i - 1].event)))};
    }
  }

  /// Calls `visit(event)` for the puts that a run takes; returns the first word that nobody puts, `run.last`
  /// at best.
  template <class Visit>
  std::int64_t visit(const PacketRun& run, Visit&& visit) const {
    const auto found = all_.find({run.rank.value, run.turn});
    if (found == all_.end()) return run.first;
    auto put = std::ranges::upper_bound(found->second, run.first, {}, &Put::first);
    if (put != found->second.begin()) --put;
    std::int64_t word = run.first;
    for (; put != found->second.end() && put->first <= word && word < run.last; ++put) {
      if (put->last <= word) continue;
      visit(put->event);
      word = put->last;
    }
    return std::min(word, run.last);
  }

 private:
  std::map<std::pair<int, std::uint32_t>, std::vector<Put>> all_;
};

}  // namespace

void WaitGraph::add_packets(const Schedule& schedule) {
  Puts puts;
  for_each_action(schedule, [&](const Site& at, const Action& action) {
    for (const PacketRun& run : puts_of(action)) {
      if (run.first == run.last) continue;
      puts.add(run, event(at));
      hands_packets_[position(event(at))] = has_packets_ = true;
    }
  });
  puts.sort(schedule, *this);
  for_each_action(schedule, [&](const Site& at, const Action& action) {
    for (const PacketRun& run : takes_of(action)) {
      const std::int64_t word = puts.visit(run, [&](Event put) { need(event(at), put); });
      if (word < run.last)
        throw Counterexample{"V502", fmt::format("{}: takes packet {} of turn {}, which nobody puts",
                                                 describe(schedule, at), word, run.turn)};
    }
  });
}

}  // namespace purlin
