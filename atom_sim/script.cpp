#include "atom_sim/script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace purlin::sim {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Packets put into a rank's window: which bytes, and the events of the first and last word.
struct Arrival {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  int first_word = 0;
  int last_word = 0;
};

class Writer {
 public:
  Writer(const Schedule& schedule, CostModel& cost) : schedule_(schedule), cost_(cost) {}

  Script write() {
    script_.poll_s = cost_.poll_s();
    script_.gpus = cost_.gpus();
    script_.copy_engines = cost_.copy_engines();
    for_each_action([&](Rank rank, int lane, int action) { add_step(rank, lane, action); });
    for (Step& step : script_.steps) post(step);
    for (auto& [window, arrivals] : arrivals_) std::ranges::sort(arrivals, {}, &Arrival::begin);
    for (Step& step : script_.steps) wait(step);
    return std::move(script_);
  }

 private:
  template <class Visit>
  void for_each_action(Visit&& visit) {
    script_.lanes.resize(schedule_.programs.size());
    for (std::size_t rank = 0; rank < schedule_.programs.size(); ++rank) {
      script_.lanes[rank].resize(schedule_.programs[rank].size());
      for (std::size_t lane = 0; lane < schedule_.programs[rank].size(); ++lane)
        for (std::size_t action = 0; action < schedule_.programs[rank][lane].size(); ++action)
          visit(Rank{static_cast<int>(rank)}, static_cast<int>(lane), static_cast<int>(action));
    }
  }

  const Action& action_of(const Step& step) const {
    return schedule_.programs[at(step.rank.value)][at(step.lane)][at(step.action)];
  }

  void add_step(Rank rank, int lane, int action) {
    script_.lanes[at(rank.value)][at(lane)].push_back(static_cast<int>(script_.steps.size()));
    const Action& what = schedule_.programs[at(rank.value)][at(lane)][at(action)];
    script_.steps.push_back({rank, lane, action, cost_.of(rank, lane, what), {}, {}, {}, {}});
  }

  int add_event(Event event) {
    script_.events.push_back(event);
    return static_cast<int>(script_.events.size()) - 1;
  }

  void post(Step& step) {
    const int index = static_cast<int>(&step - script_.steps.data());
    const Action& action = action_of(step);
    if (const auto* notify = std::get_if<Notify>(&action.what)) post_stamps(step, index, *notify);
    if (const auto* put = std::get_if<PutPackets>(&action.what))
      for (const PutPackets::Target& target : put->targets)
        post_packets(step, index, {target.rank, target.offset, put->turn}, put->source.block.bytes());
    if (const auto* take = std::get_if<TakePackets>(&action.what))
      for (const TakePackets::End& end : take->destinations)
        if (const auto* packets = std::get_if<TakePackets::Packets>(&end))
          post_packets(step, index, *packets, take->shape.bytes());
  }

  void post_stamps(Step& step, int index, const Notify& notify) {
    for (Rank to : notify.ranks) {
      const int event = stamp(to, notify.slot, notify.value);
      script_.events[at(event)].poster = index;
      script_.events[at(event)].delay = cost_.notify_latency(step.rank, to);
      step.ending.push_back(event);
    }
  }

  int stamp(Rank rank, int slot, std::uint32_t value) {
    const auto [found, fresh] = stamps_.try_emplace({rank.value, slot, value}, 0);
    if (fresh) found->second = add_event({Event::Kind::stamp, rank, slot, value, -1, {}});
    return found->second;
  }

  /// 16 bytes of a window hold a word of 8.
  void post_packets(Step& step, int index, const TakePackets::Packets& to, std::int64_t payload) {
    if (payload == 0) return;
    const Latency delay = cost_.packet_latency(step.rank, to.rank);
    const int first = add_event({Event::Kind::first_word, to.rank, 0, to.turn, index, delay});
    const int last = add_event({Event::Kind::last_word, to.rank, 0, to.turn, index, delay});
    step.starting.push_back(first);
    step.ending.push_back(last);
    arrivals_[{to.rank.value, to.turn}].push_back(
        {to.offset, to.offset + window_bytes(payload), first, last});
  }

  static std::int64_t window_bytes(std::int64_t payload) { return (payload + 7) / 8 * 16; }

  void wait(Step& step) {
    const Action& action = action_of(step);
    if (const auto* await = std::get_if<Await>(&action.what))
      for (const Await::Wait& wait : await->waits)
        step.before.push_back(stamp(step.rank, wait.slot, wait.value));
    if (const auto* take = std::get_if<TakePackets>(&action.what))
      for (const TakePackets::End& end : take->sources)
        if (const auto* packets = std::get_if<TakePackets::Packets>(&end))
          await_packets(step, *packets, take->shape.bytes());
  }

  void await_packets(Step& step, const TakePackets::Packets& from, std::int64_t payload) {
    if (payload == 0) return;
    const std::int64_t end = from.offset + window_bytes(payload);
    const auto found = arrivals_.find({step.rank.value, from.turn});
    std::int64_t covered = from.offset;
    if (found != arrivals_.end())
      for (const Arrival& arrival : found->second)
        if (arrival.begin < end && arrival.end > from.offset) {
          step.before.push_back(arrival.first_word);
          step.after.push_back(arrival.last_word);
          covered = std::max(covered, arrival.end);
        }
    if (covered < end)
      step.before.push_back(add_event({Event::Kind::first_word, step.rank, 0, from.turn, -1, {}}));
  }

  const Schedule& schedule_;
  CostModel& cost_;
  Script script_;
  std::map<std::tuple<int, int, std::uint32_t>, int> stamps_;               // (rank, slot, value)
  std::map<std::pair<int, std::uint32_t>, std::vector<Arrival>> arrivals_;  // (rank, turn)
};

std::string ordinal(std::uint32_t value) { return value == 1 ? "" : fmt::format(" (number {})", value); }

}  // namespace

Script script_of(const Schedule& schedule, CostModel& cost) { return Writer(schedule, cost).write(); }

std::string describe(const Event& event, const Schedule& schedule) {
  if (event.kind != Event::Kind::stamp) return fmt::format("packets of turn {}", event.value);
  if (event.slot < 0 || event.slot >= static_cast<int>(schedule.signals.size()))
    return fmt::format("slot {}", event.slot);
  const SignalSlot& slot = schedule.signals[at(event.slot)];
  return fmt::format("{} of rank {}, lane {}{}", name_of(slot.purpose), slot.producer.value, slot.lane,
                     ordinal(event.value));
}

}  // namespace purlin::sim
