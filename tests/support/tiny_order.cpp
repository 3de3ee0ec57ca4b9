#include "tests/support/tiny_order.hpp"

#include <algorithm>
#include <limits>

namespace purlin::testing {
namespace {

std::vector<Cell> sorted_set(std::vector<Cell> cells) {
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

bool meet(const std::vector<Cell>& some, const std::vector<Cell>& others) {
  for (auto a = some.begin(), b = others.begin(); a != some.end() && b != others.end();)
    if (*a == *b)
      return true;
    else
      ++(*a < *b ? a : b);
  return false;
}

}  // namespace

TinyOrder::TinyOrder(const TinyWorld& world) : world_(world), touches_(at(world.cells() + world.slots())) {
  for (int lane = 0; lane < std::ssize(world.lanes()); ++lane) index(lane);
}

/// Who touches which byte and stores into which slot, and when.
void TinyOrder::index(int lane) {
  const auto& steps = world_.lanes()[at(lane)].steps;
  auto& all = sorted_.emplace_back();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const Sorted& cells = all.emplace_back(sorted_set(step.reads), sorted_set(step.writes));
    Touch touch{lane, static_cast<int>(i), step.launch, step.stamp, false};
    for (Cell cell : cells.reads) touches_[at(cell)].push_back(touch);
    touch.writes = true;
    for (Cell cell : cells.writes) touches_[at(cell)].push_back(touch);
    if (stores(step)) touches_[at(world_.cells() + step.slot)].push_back(touch);
  }
}

bool TinyOrder::conflict(const TinyState& state, int a, int b) const {
  const Sorted &x = sorted(state, a), &y = sorted(state, b);
  return meet(x.writes, y.writes) || meet(x.writes, y.reads) || meet(x.reads, y.writes);
}

int TinyOrder::find_alone(const TinyState& state, const std::vector<int>& enabled) const {
  const Done all(state.done.size(), std::numeric_limits<int>::max());
  for (int lane : enabled)
    if (is_alone(state, lane, all)) return lane;
  for (int lane : enabled)
    if (is_alone(state, lane, reach_without(state, lane))) return lane;
  return -1;
}

/// How many steps every lane can take at most while `lane` stands still, whatever has been overwritten.
Done TinyOrder::reach_without(const TinyState& state, int lane) const {
  Done ahead = state.done;
  for (bool moved = true; moved;) {
    moved = false;
    for (int other = 0; other < std::ssize(state.done); ++other)
      for (; other != lane && may_go(state, ahead, other); moved = true) ++ahead[at(other)];
  }
  return ahead;
}

bool TinyOrder::may_go(const TinyState& state, const Done& ahead, int lane) const {
  if (!has_started(world_, ahead, lane)) return false;
  const Step& step = next(world_, ahead, lane);
  if (step.kind != Step::Kind::wait || is_met(state.slots[at(step.slot)], step)) return true;
  return std::ranges::any_of(touches_[at(world_.cells() + step.slot)], [&](const Touch& touch) {
    return touch.position >= state.done[at(touch.lane)] && touch.position < ahead[at(touch.lane)] &&
           is_met(touch.stamp, step);
  });
}

/// Whether the step commutes with all that other lanes may do before it, of their first `reach` steps.
bool TinyOrder::is_alone(const TinyState& state, int lane, const Done& reach) const {
  const Step& step = next(world_, state.done, lane);
  const auto clash = [&](std::int64_t cell, auto&& matters) {
    return std::ranges::any_of(touches_[at(cell)], [&](const Touch& touch) {
      return matters(touch) && touch.position < reach[at(touch.lane)] && may_precede(state, lane, touch);
    });
  };
  const auto any = [](const Touch&) { return true; };
  for (Cell cell : sorted(state, lane).reads)
    if (clash(cell, [](const Touch& touch) { return touch.writes; })) return false;
  for (Cell cell : sorted(state, lane).writes)
    if (clash(cell, any)) return false;
  const std::int64_t slot = world_.cells() + step.slot;
  if (stores(step)) return !clash(slot, any);
  return step.kind != Step::Kind::wait ||
         !clash(slot, [&](const Touch& touch) { return !is_met(touch.stamp, step); });
}

bool TinyOrder::may_precede(const TinyState& state, int lane, const Touch& touch) const {
  if (touch.lane == lane || touch.position < state.done[at(touch.lane)]) return false;
  const TinyWorld::Lane& own = world_.lanes()[at(lane)];
  if (world_.lanes()[at(touch.lane)].rank != own.rank) return true;
  return !own.is_caller && touch.launch <= next(world_, state.done, lane).launch;
}

}  // namespace purlin::testing
