#pragma once
#include <map>
#include <utility>
#include <vector>

#include "snac/schedule.hpp"

namespace purlin {

/// The signal slots of a schedule; a purpose's slots are opened as it is first used.
class SlotTable {
 public:
  explicit SlotTable(Schedule& schedule) : schedule_(schedule) {}
  int slot(Purpose purpose, Rank producer, int lane);

 private:
  Schedule& schedule_;
  std::map<Purpose, int> first_;
};

/// Writes the program of one lane, action by action.
class LaneProgram {
 public:
  LaneProgram(Schedule& schedule, SlotTable& slots, Rank rank, int lane);

  Rank rank() const { return rank_; }
  int lane() const { return lane_; }
  /// The step that the next actions serve.
  void begin_step(int step) { step_ = step; }

  /// Ordinals may differ from rank to rank: then it takes several notifications.
  void notify(Purpose purpose, const std::vector<std::pair<Rank, std::int64_t>>& ranks);
  void notify(Purpose purpose, const std::vector<Rank>& ranks, std::int64_t ordinal);
  /// What has been awaited before is not awaited again.
  void await(Purpose purpose, const std::vector<std::pair<Rank, std::int64_t>>& producers);
  void await(Purpose purpose, const std::vector<Rank>& producers, std::int64_t ordinal);
  void add(Stage stage) { add_action({std::move(stage)}); }
  void add(PutPackets put) { add_action({std::move(put), 0, Datapath::packet}); }
  void add(TakePackets take) { add_action({std::move(take), 0, Datapath::packet}); }
  /// Left out where it would copy something onto itself.
  void add(Consume consume, Datapath datapath = Datapath::vector);

 private:
  void add_action(Action action);

  SlotTable& slots_;
  Program& program_;
  const Rank rank_;
  const int lane_;
  int step_ = 0;
  std::map<std::pair<Purpose, Rank>, std::int64_t> awaited_;
};

}  // namespace purlin
