#include "tests/support/tiny_world.hpp"

#include <algorithm>
#include <map>

#include "tests/support/tiny_steps.hpp"

namespace purlin::testing {

TinyWorld::TinyWorld(const std::vector<const Schedule*>& launches) : memory_(launches) {
  for (const Schedule* schedule : launches) per_rank_ = std::max(per_rank_, schedule->lanes + 1);
  for (int rank = 0; rank < launches[0]->problem.ranks(); ++rank)
    for (int lane = 0; lane < per_rank_; ++lane) lanes_.push_back({.rank = rank, .is_caller = lane == 0});
  for (int launch = 1; launch <= memory_.launches(); ++launch) add_launch(launch);
  add_callers(memory_.launches() + 1);
  forget_unused();
}

void TinyWorld::add_launch(int launch) {
  add_callers(launch);
  const auto& programs = memory_.schedule(launch).programs;
  for (std::size_t rank = 0; rank < programs.size(); ++rank)
    for (std::size_t lane = 0; lane < programs[rank].size(); ++lane) {
      TinySteps steps(memory_, launch, lanes_[rank * static_cast<std::size_t>(per_rank_) + lane + 1]);
      for (const Action& action : programs[rank][lane]) std::visit(steps, action.what);
    }
  for (Lane& lane : lanes_) lane.ends.push_back(static_cast<int>(lane.steps.size()));
}

/// The caller reads what the launch before made, overwrites it, and writes what this one starts from.
void TinyWorld::add_callers(int launch) {
  for (Lane& lane : lanes_) {
    if (!lane.is_caller) continue;
    lane.steps.push_back({.kind = Step::Kind::caller, .launch = launch});
    for (int which : {launch - 1, launch})
      for (BufferKind kind : {BufferKind::input, BufferKind::output}) {
        if (which < 1 || which > memory_.launches()) continue;
        const Cell first = memory_.base(kind, lane.rank, which);
        const auto bytes = size_of(memory_.schedule(which).buffers, kind, {lane.rank});
        for (Cell i = 0; i < bytes; ++i) lane.steps.back().writes.push_back(first + i);
      }
  }
}

/// Renumbers windows, scratch and slots, of which few are touched.
void TinyWorld::forget_unused() {
  std::map<int, int> cells, slots;
  const auto renumber = [](std::map<int, int>& known, int first, int& number) {
    if (number < first) return;
    number = known.try_emplace(number, first + static_cast<int>(known.size())).first->second;
  };
  for (Lane& lane : lanes_)
    for (Step& step : lane.steps) {
      for (Cell& cell : step.reads) renumber(cells, memory_.callers_end(), cell);
      for (Cell& cell : step.writes) renumber(cells, memory_.callers_end(), cell);
      renumber(slots, 0, step.slot);
    }
  cells_ = memory_.callers_end() + static_cast<int>(cells.size());
  slots_ = static_cast<int>(slots.size());
}

}  // namespace purlin::testing
