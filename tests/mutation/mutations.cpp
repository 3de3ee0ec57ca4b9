#include "tests/mutation/mutations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tests/mutation/parts.hpp"
#include "tests/mutation/recount.hpp"

namespace purlin::testing {
namespace {

Program& program_at(Schedule& schedule, const Site& at) {
  return schedule.programs[static_cast<std::size_t>(at.rank.value)][static_cast<std::size_t>(at.lane)];
}
Action& action_in(Schedule& schedule, const Site& at) {
  return program_at(schedule, at)[static_cast<std::size_t>(at.action)];
}

std::int64_t element(const Schedule& schedule) { return size_of(schedule.problem.dtype).value; }

// Whole actions.

bool drop(Schedule& schedule, const Site& at, Random&) {
  Program& program = program_at(schedule, at);
  program.erase(program.begin() + at.action);
  return true;
}

bool duplicate(Schedule& schedule, const Site& at, Random&) {
  Program& program = program_at(schedule, at);
  const Action again = program[static_cast<std::size_t>(at.action)];
  program.insert(program.begin() + at.action, again);
  return true;
}

bool swap_with_next(Schedule& schedule, const Site& at, Random&) {
  Program& program = program_at(schedule, at);
  if (at.action + 1 == std::ssize(program)) return false;
  std::swap(program[static_cast<std::size_t>(at.action)], program[static_cast<std::size_t>(at.action) + 1]);
  return true;
}

bool move(Schedule& schedule, const Site& at, Random& random) {
  Program& program = program_at(schedule, at);
  const Action moved = program[static_cast<std::size_t>(at.action)];
  program.erase(program.begin() + at.action);
  program.insert(program.begin() + random.below(std::ssize(program) + 1), moved);
  return true;
}

/// To another lane or, where there is one only, to another rank.
bool give_away(Schedule& schedule, const Site& at, Random& random) {
  const Action moved = action_in(schedule, at);
  drop(schedule, at, random);
  const bool to_lane = schedule.lanes > 1;
  const Site to = {to_lane ? at.rank : Rank{(at.rank.value + 1) % schedule.problem.ranks()},
                   to_lane ? (at.lane + 1) % schedule.lanes : 0, 0};
  Program& program = program_at(schedule, to);
  program.insert(program.begin() + random.below(std::ssize(program) + 1), moved);
  return true;
}

// Shapes and places of bytes.

/// Takes `by` bytes off the run, or one off a count or fold.
bool resize(Block& block, std::int64_t by, std::int64_t step, std::int64_t what) {
  if (what == 0 || (block.dims() == 0 && !block.fold)) return block.run += by, true;
  if (block.fold && what == 2) return block.fold->count += step, true;
  if (block.dims() == 0) return false;
  block.dim(block.dims() - 1).count += step;
  return true;
}

bool resize_all(Schedule& schedule, const Site& at, Random& random, int sign) {
  const std::int64_t what = random.below(2);
  bool any = false;
  for (Block* block : blocks_of(action_in(schedule, at)))
    any |= resize(*block, sign * element(schedule), sign, what);
  return any;
}

bool resize_one(Schedule& schedule, const Site& at, Random& random, int sign) {
  const auto blocks = blocks_of(action_in(schedule, at));
  return !blocks.empty() && resize(*random.pick(blocks), sign * element(schedule), sign, random.below(3));
}

bool shrink(Schedule& schedule, const Site& at, Random& random) {
  return resize_all(schedule, at, random, -1);
}
bool grow(Schedule& schedule, const Site& at, Random& random) { return resize_all(schedule, at, random, 1); }
bool shrink_end(Schedule& schedule, const Site& at, Random& random) {
  return resize_one(schedule, at, random, -1);
}
bool grow_end(Schedule& schedule, const Site& at, Random& random) {
  return resize_one(schedule, at, random, 1);
}

std::int64_t distance(const Schedule& schedule, Action& action, Random& random) {
  const std::vector<std::int64_t> distances = {element(schedule), 16, 128,
                                               blocks_of(action).front()->bytes()};
  return random.pick(distances) * (random.chance(50) ? 1 : -1);
}

bool shift_end(Schedule& schedule, const Site& at, Random& random) {
  Action& action = action_in(schedule, at);
  const auto offsets = offsets_of(action);
  if (offsets.empty()) return false;
  *random.pick(offsets) += distance(schedule, action, random);
  return true;
}

bool shift(Schedule& schedule, const Site& at, Random& random) {
  Action& action = action_in(schedule, at);
  const auto offsets = offsets_of(action);
  if (offsets.empty()) return false;
  const std::int64_t by = distance(schedule, action, random);
  for (std::int64_t* offset : offsets) *offset += by;
  return true;
}

bool change_stride(Schedule& schedule, const Site& at, Random& random) {
  std::vector<Block*> blocks = blocks_of(action_in(schedule, at));
  std::erase_if(blocks, [](const Block* block) { return block->dims() == 0; });
  if (blocks.empty()) return false;
  Block& block = *random.pick(blocks);
  block.dim(static_cast<int>(random.below(block.dims()))).stride += element(schedule);
  return true;
}

bool change_buffer(Schedule& schedule, const Site& at, Random& random) {
  const auto spans = spans_of(action_in(schedule, at));
  if (spans.empty()) return false;
  random.pick(spans)->buffer = static_cast<BufferKind>(random.below(kBufferKinds));
  return true;
}

// Whom it concerns.

bool retarget(Schedule& schedule, const Site& at, Random& random) {
  const auto ranks = ranks_of(action_in(schedule, at));
  if (ranks.empty()) return false;
  random.pick(ranks)->value = static_cast<int>(random.below(schedule.problem.ranks()));
  return true;
}

bool change_slot(Schedule& schedule, const Site& at, Random& random) {
  const auto slots = slots_of(action_in(schedule, at));
  if (slots.empty()) return false;
  *random.pick(slots) = static_cast<int>(random.below(std::ssize(schedule.signals)));
  return true;
}

/// Of a list with other entries left; which, is drawn.
template <class Items>
bool drop_one(Items& items, Random& random) {
  if (items.size() < 2) return false;
  items.erase(items.begin() + random.below(std::ssize(items)));
  return true;
}

bool drop_target(Schedule& schedule, const Site& at, Random& random) {
  return std::visit(
      Overloaded{[](Stage&) { return false; }, [&](Notify& notify) { return drop_one(notify.ranks, random); },
                 [&](Await& await) { return drop_one(await.waits, random); },
                 [&](Consume& consume) { return drop_one(consume.destinations, random); },
                 [&](PutPackets& put) { return drop_one(put.targets, random); },
                 [&](TakePackets& take) { return drop_one(take.destinations, random); }},
      action_in(schedule, at).what);
}

// Reductions.

/// Calls `change` with the sources of a consume or take, of which there are at least two.
template <class Change>
bool of_sources(Schedule& schedule, const Site& at, Change&& change) {
  Action& action = action_in(schedule, at);
  if (auto* consume = std::get_if<Consume>(&action.what); consume && consume->sources.size() > 1)
    return change(consume->sources), true;
  if (auto* take = std::get_if<TakePackets>(&action.what); take && take->sources.size() > 1)
    return change(take->sources), true;
  return false;
}

bool swap_sources(Schedule& schedule, const Site& at, Random& random) {
  return of_sources(schedule, at, [&](auto& sources) {
    const std::int64_t i = random.below(std::ssize(sources) - 1);
    std::swap(sources[static_cast<std::size_t>(i)], sources.back());
  });
}

bool drop_source(Schedule& schedule, const Site& at, Random& random) {
  return of_sources(schedule, at, [&](auto& sources) { drop_one(sources, random); });
}

bool repeat_source(Schedule& schedule, const Site& at, Random& random) {
  return of_sources(schedule, at, [&](auto& sources) { sources.push_back(random.pick(sources)); });
}

template <class Change>
bool of_operation(Schedule& schedule, const Site& at, Change&& change) {
  Action& action = action_in(schedule, at);
  if (auto* consume = std::get_if<Consume>(&action.what)) return change(*consume), true;
  if (auto* take = std::get_if<TakePackets>(&action.what)) return change(*take), true;
  return false;
}

bool change_op(Schedule& schedule, const Site& at, Random& random) {
  constexpr std::array kOps = {ReduceOp::copy, ReduceOp::sum, ReduceOp::prod,
                               ReduceOp::min,  ReduceOp::max, ReduceOp::avg};
  return of_operation(schedule, at, [&](auto& what) { what.op = random.pick(kOps); });
}

bool change_divisor(Schedule& schedule, const Site& at, Random& random) {
  return of_operation(schedule, at, [&](auto& what) {
    what.divisor = what.divisor == 1 ? random.between(2, 8) : random.between(1, what.divisor - 1);
  });
}

// Order.

bool weaken(Schedule& schedule, const Site& at, Random& random) {
  const auto values = waits_of(action_in(schedule, at));
  return !values.empty() && (*random.pick(values) -= 1, true);
}

bool strengthen(Schedule& schedule, const Site& at, Random& random) {
  const auto values = waits_of(action_in(schedule, at));
  return !values.empty() && (*random.pick(values) += 1, true);
}

bool change_ordinal(Schedule& schedule, const Site& at, Random& random) {
  auto* notify = std::get_if<Notify>(&action_in(schedule, at).what);
  return notify && (notify->value += random.chance(50) ? 1 : -1u, true);
}

bool change_turn(Schedule& schedule, const Site& at, Random& random) {
  const auto turns = turns_of(action_in(schedule, at));
  return !turns.empty() && (*random.pick(turns) += random.chance(50) ? 1 : -1u, true);
}

// Tables.

bool halve_windows(Schedule& schedule, const Site&, Random&) {
  schedule.buffers.window_half /= 2;
  return true;
}

bool halve_packet_windows(Schedule& schedule, const Site&, Random&) {
  schedule.buffers.packet_window_half /= 2;
  return true;
}

bool use_one_half(Schedule& schedule, const Site&, Random&) {
  schedule.buffers.halves = 1;
  return true;
}

bool halve_scratch(Schedule& schedule, const Site&, Random& random) {
  schedule.buffers.scratch[static_cast<std::size_t>(random.below(schedule.problem.ranks()))] /= 2;
  return true;
}

/// Two slots of one lane become one.
bool merge_signals(Schedule& schedule, const Site&, Random& random) {
  const auto slots = std::ssize(schedule.signals);
  if (slots < 2) return false;
  const int kept = static_cast<int>(random.below(slots)), merged = static_cast<int>(random.below(slots));
  const auto lane_of = [&](int slot) {
    const SignalSlot& signal = schedule.signals[static_cast<std::size_t>(slot)];
    return std::pair(signal.producer.value, signal.lane);
  };
  if (kept == merged || lane_of(kept) != lane_of(merged)) return false;
  for_each_action(schedule, [&](const Site& at, const Action&) {
    for (int* slot : slots_of(action_in(schedule, at)))
      if (*slot == merged) *slot = kept;
  });
  return true;
}

bool change_producer(Schedule& schedule, const Site&, Random& random) {
  if (schedule.signals.empty()) return false;
  SignalSlot& slot = schedule.signals[static_cast<std::size_t>(random.below(std::ssize(schedule.signals)))];
  slot.producer.value = static_cast<int>(random.below(schedule.problem.ranks()));
  return true;
}

bool swap_programs(Schedule& schedule, const Site&, Random& random) {
  const auto ranks = std::ssize(schedule.programs);
  std::swap(schedule.programs[static_cast<std::size_t>(random.below(ranks))],
            schedule.programs[static_cast<std::size_t>(random.below(ranks))]);
  return true;
}

constexpr std::array kMutations = {
    Mutation{"drop", true, drop},
    Mutation{"duplicate", true, duplicate},
    Mutation{"swap with the next", true, swap_with_next},
    Mutation{"move", true, move},
    Mutation{"give away", true, give_away},
    Mutation{"shrink", true, shrink},
    Mutation{"grow", true, grow},
    Mutation{"shrink one end of", true, shrink_end},
    Mutation{"grow one end of", true, grow_end},
    Mutation{"shift", true, shift},
    Mutation{"shift one end of", true, shift_end},
    Mutation{"change a stride of", true, change_stride},
    Mutation{"change a buffer of", true, change_buffer},
    Mutation{"retarget", true, retarget},
    Mutation{"change a slot of", true, change_slot},
    Mutation{"drop a target of", true, drop_target},
    Mutation{"swap sources of", true, swap_sources},
    Mutation{"drop a source of", true, drop_source},
    Mutation{"repeat a source of", true, repeat_source},
    Mutation{"change the op of", true, change_op},
    Mutation{"change the divisor of", true, change_divisor},
    Mutation{"weaken", true, weaken},
    Mutation{"strengthen", true, strengthen},
    Mutation{"change the ordinal of", true, change_ordinal},
    Mutation{"change a turn of", true, change_turn},
    Mutation{"halve windows", false, halve_windows},
    Mutation{"halve packet windows", false, halve_packet_windows},
    Mutation{"use one half", false, use_one_half},
    Mutation{"halve scratch", false, halve_scratch},
    Mutation{"merge signals", false, merge_signals},
    Mutation{"change a producer", false, change_producer},
    Mutation{"swap programs", false, swap_programs},
};

using Sites = std::map<std::string_view, std::vector<Site>>;

Sites sites_of(const Schedule& schedule) {
  Sites sites;
  for_each_action(schedule,
                  [&](const Site& at, const Action& action) { sites[name_of(action)].push_back(at); });
  return sites;
}

bool same(const Schedule& a, const Schedule& b) {
  return a.programs == b.programs && a.buffers == b.buffers && a.signals == b.signals;
}

/// One attempt, at an action of `name`.
std::optional<Mutant> attempt(const Schedule& schedule, const Mutation& mutation, std::string_view name,
                              const Site& at, Random& random) {
  Mutant mutant{std::string(mutation.name), {}, schedule};
  if (mutation.of_action) {
    mutant.kind += fmt::format(" {}", name);
    mutant.where = describe(schedule, at);
  }
  if (!mutation.apply(mutant.schedule, at, random)) return std::nullopt;
  if (random.chance(60)) recount(mutant.schedule);
  if (same(schedule, mutant.schedule)) return std::nullopt;
  return mutant;
}

}  // namespace

std::span<const Mutation> mutations() { return kMutations; }

std::optional<Mutant> mutate(const Schedule& schedule, const Mutation& mutation, Random& random) {
  const Sites sites = sites_of(schedule);
  for (int i = 0; i < 20 && !sites.empty(); ++i) {
    const auto& [name, places] = *std::next(sites.begin(), random.below(std::ssize(sites)));
    if (auto mutant = attempt(schedule, mutation, name, random.pick(places), random)) return mutant;
  }
  return std::nullopt;
}

}  // namespace purlin::testing
