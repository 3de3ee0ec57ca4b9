#include "tests/support/tiny_state.hpp"

#include "tests/support/draw.hpp"

namespace purlin::testing {

TinyState::TinyState(const TinyWorld& world)
    : done(world.lanes().size()),
      slots(at(world.slots())),
      memory(at(world.cells()), kPoison),
      read(world.lanes().size()) {}

const Step& next(const TinyWorld& world, const Done& done, int lane) {
  return world.lanes()[at(lane)].steps[at(done[at(lane)])];
}

bool has_ended(const TinyWorld& world, const Done& done, int lane) {
  return done[at(lane)] == std::ssize(world.lanes()[at(lane)].steps);
}

bool has_started(const TinyWorld& world, const Done& done, int lane) {
  if (has_ended(world, done, lane)) return false;
  const Step& step = next(world, done, lane);
  const int caller = lane - lane % world.lanes_per_rank();
  if (step.kind != Step::Kind::caller) return done[at(caller)] >= step.launch;
  for (int other = caller + 1; other < caller + world.lanes_per_rank(); ++other)
    if (done[at(other)] < world.lanes()[at(other)].ends[at(step.launch - 1)]) return false;
  return true;
}

bool is_enabled(const TinyWorld& world, const TinyState& state, int lane) {
  if (!has_started(world, state.done, lane)) return false;
  const Step& step = next(world, state.done, lane);
  return step.kind != Step::Kind::wait || is_met(state.slots[at(step.slot)], step);
}

StateKey::StateKey(const TinyState& state) {
  for (int done : state.done) add(static_cast<std::uint64_t>(done));
  for (int slot : state.slots) add(static_cast<std::uint64_t>(slot));
  for (Symbol symbol : state.memory) add(symbol);
  for (const auto& read : state.read) {
    add(read.size());
    for (Symbol symbol : read) add(symbol);
  }
}

void StateKey::add(std::uint64_t x) { a_ = mixed(a_ ^ x), b_ = mixed(b_ + x * 0x9e3779b97f4a7c15); }

}  // namespace purlin::testing
