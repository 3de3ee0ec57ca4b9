#include "cli/render/trace.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

namespace purlin::cli {
namespace {

using nlohmann::json;

/// Who receives the value-th notify of a slot.
using Stamp = std::tuple<int /*receiver*/, int /*slot*/, std::uint32_t /*value*/>;

double us(double seconds) { return seconds * 1e6; }

class Trace {
 public:
  Trace(const Schedule& schedule, std::span<const TraceEvent> events) : schedule_(schedule) {
    for (int rank = 0; rank < static_cast<int>(schedule.programs.size()); ++rank) name_tracks(rank);
    for (const TraceEvent& event : events) add_slice(event);
    for (const TraceEvent& event : events) remember_notify(event);
    for (const TraceEvent& event : events) add_arrows(event);
  }

  std::string text() const { return json{{"displayTimeUnit", "ns"}, {"traceEvents", all_}}.dump() + "\n"; }

 private:
  const Action& action_of(const TraceEvent& event) const {
    return schedule_.programs.at(static_cast<std::size_t>(event.rank.value))
        .at(static_cast<std::size_t>(event.lane))
        .at(static_cast<std::size_t>(event.action));
  }

  void name_tracks(int rank) {
    all_.push_back({{"ph", "M"},
                    {"name", "process_name"},
                    {"pid", rank},
                    {"args", {{"name", fmt::format("rank {}", rank)}}}});
    for (std::size_t lane = 0; lane < schedule_.lane_kinds.size(); ++lane)
      all_.push_back(
          {{"ph", "M"},
           {"name", "thread_name"},
           {"pid", rank},
           {"tid", lane},
           {"args", {{"name", fmt::format("lane {} ({})", lane, name_of(schedule_.lane_kinds[lane]))}}}});
  }

  void add_slice(const TraceEvent& event) {
    const Action& action = action_of(event);
    all_.push_back(
        {{"ph", "X"},
         {"name", name_of(action)},
         {"cat", name_of(action)},
         {"pid", event.rank.value},
         {"tid", event.lane},
         {"ts", us(event.begin_s)},
         {"dur", us(event.end_s - event.begin_s)},
         {"args",
          {{"action", event.action}, {"step", action.step}, {"datapath", name_of(action.datapath)}}}});
  }

  void remember_notify(const TraceEvent& event) {
    const auto* notify = std::get_if<Notify>(&action_of(event).what);
    if (notify == nullptr) return;
    for (Rank rank : notify->ranks) notified_[{rank.value, notify->slot, notify->value}] = &event;
  }

  void add_arrows(const TraceEvent& event) {
    const auto* await = std::get_if<Await>(&action_of(event).what);
    if (await == nullptr) return;
    for (const Await::Wait& wait : await->waits) {
      const auto from = notified_.find({event.rank.value, wait.slot, wait.value});
      if (from != notified_.end()) add_arrow(*from->second, event, wait.slot);
    }
  }

  void add_arrow(const TraceEvent& from, const TraceEvent& to, int slot) {
    const std::string purpose(name_of(schedule_.signals.at(static_cast<std::size_t>(slot)).purpose));
    const json end{{"name", purpose}, {"cat", "notify"}, {"id", arrows_++}};
    json start = end;
    start.update({{"ph", "s"}, {"pid", from.rank.value}, {"tid", from.lane}, {"ts", us(from.begin_s)}});
    json finish = end;
    finish.update({{"ph", "f"}, {"bp", "e"}, {"pid", to.rank.value}, {"tid", to.lane}, {"ts", us(to.end_s)}});
    all_.push_back(std::move(start));
    all_.push_back(std::move(finish));
  }

  const Schedule& schedule_;
  std::map<Stamp, const TraceEvent*> notified_;
  json all_ = json::array();
  std::int64_t arrows_ = 0;
};

}  // namespace

std::string render_trace(const Schedule& schedule, std::span<const TraceEvent> events) {
  return Trace(schedule, events).text();
}

}  // namespace purlin::cli
