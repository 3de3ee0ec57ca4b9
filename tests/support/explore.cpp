#include "tests/support/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "tests/support/draw.hpp"
#include "tests/support/expected.hpp"
#include "tests/support/tiny_world.hpp"

namespace purlin::testing {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

bool meet(const std::vector<Cell>& some, const std::vector<Cell>& others) {
  for (auto a = some.begin(), b = others.begin(); a != some.end() && b != others.end();)
    if (*a == *b)
      return true;
    else
      ++(*a < *b ? a : b);
  return false;
}

struct State {
  std::vector<int> done;  // [lane] steps
  std::vector<int> slots;
  std::vector<Symbol> memory;
  std::vector<std::vector<Symbol>> read;  // [lane] and not forgotten yet
};

/// Two hashes, so that no two states are ever taken for one.
struct Key {
  std::uint64_t a = 1, b = 2;
  void add(std::uint64_t x) { a = mixed(a ^ x), b = mixed(b + x * 0x9e3779b97f4a7c15); }
  friend bool operator==(const Key&, const Key&) = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const { return key.a; }
};

Key key_of(const State& state) {
  Key key;
  for (int done : state.done) key.add(static_cast<std::uint64_t>(done));
  for (int slot : state.slots) key.add(static_cast<std::uint64_t>(slot));
  for (Symbol symbol : state.memory) key.add(symbol);
  for (const auto& read : state.read) {
    key.add(read.size());
    for (Symbol symbol : read) key.add(symbol);
  }
  return key;
}

class Search {
 public:
  Search(const TinyWorld& world, Steps steps, std::int64_t most)
      : world_(world),
        lanes_(world.lanes()),
        steps_(steps),
        most_(most),
        expected_(world.memory(), symbols_) {
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) index(static_cast<int>(lane));
  }

  Explored run() {
    std::vector<State> open{start()};
    while (!open.empty() && result_.fault.empty()) {
      if (result_.states >= most_) {
        result_.is_complete = false;
        break;
      }
      State state = std::move(open.back());
      open.pop_back();
      const std::vector<int> choices = advance(state);
      if (choices.empty() || !seen_.insert(key_of(state)).second) continue;
      ++result_.states;
      for (int lane : choices) act(open.emplace_back(state), lane);
    }
    return std::move(result_);
  }

 private:
  struct Touch {
    int lane, position, launch, stamp;
    bool writes;
  };
  struct Sorted {
    std::vector<Cell> reads, writes;
  };

  State start() const {
    return {std::vector<int>(lanes_.size()), std::vector<int>(at(world_.slots())),
            std::vector<Symbol>(at(world_.cells()), kPoison),
            std::vector<std::vector<Symbol>>(lanes_.size())};
  }

  const TinyWorld::Lane& lane(int i) const { return lanes_[at(i)]; }
  const Step& next(const State& state, int i) const { return lane(i).steps[at(state.done[at(i)])]; }
  bool has_ended(const State& state, int i) const { return state.done[at(i)] == std::ssize(lane(i).steps); }

  /// Who touches which byte and stores into which slot, and when.
  void index(int lane_number) {
    touches_.resize(at(world_.cells() + world_.slots()));
    sorted_.emplace_back();
    const auto& steps = lane(lane_number).steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Sorted sorted{steps[i].reads, steps[i].writes};
      for (std::vector<Cell>* cells : {&sorted.reads, &sorted.writes}) {
        std::ranges::sort(*cells);
        cells->erase(std::unique(cells->begin(), cells->end()), cells->end());
      }
      Touch touch{lane_number, static_cast<int>(i), steps[i].launch, steps[i].stamp, false};
      for (Cell cell : sorted.reads) touches_[at(cell)].push_back(touch);
      touch.writes = true;
      for (Cell cell : sorted.writes) touches_[at(cell)].push_back(touch);
      if (stores(steps[i])) touches_[at(world_.cells() + steps[i].slot)].push_back(touch);
      sorted_.back().push_back(std::move(sorted));
    }
  }

  static bool stores(const Step& step) {
    return step.kind == Step::Kind::store || (step.kind == Step::Kind::write && step.slot >= 0);
  }

  static bool is_met(int seen, const Step& step) {
    return step.is_flag ? seen == step.stamp : seen >= step.stamp;
  }

  bool is_enabled(const State& state, int i) const {
    if (!has_started(state, i)) return false;
    const Step& step = next(state, i);
    return step.kind != Step::Kind::wait || is_met(state.slots[at(step.slot)], step);
  }

  /// Lanes of a rank start a launch after its caller, who has waited for all lanes to end the one before.
  bool has_started(const State& state, int i) const {
    if (has_ended(state, i)) return false;
    const Step& step = next(state, i);
    const int caller = i - i % world_.lanes_per_rank();
    if (step.kind != Step::Kind::caller) return state.done[at(caller)] >= step.launch;
    for (int other = caller + 1; other < caller + world_.lanes_per_rank(); ++other)
      if (state.done[at(other)] < lane(other).ends[at(step.launch - 1)]) return false;
    return true;
  }

  /// Does what needs no choice, and says which lanes may go on from there; none where all is said.
  std::vector<int> advance(State& state) {
    while (true) {
      std::vector<int> enabled;
      for (int i = 0; i < std::ssize(lanes_); ++i)
        if (is_enabled(state, i)) enabled.push_back(i);
      if (enabled.empty()) check_end(state);
      check_races(state, enabled);
      if (enabled.empty() || !result_.fault.empty()) return {};
      const int alone = steps_ == Steps::every ? -1 : find_alone(state, enabled);
      if (alone < 0) return enabled;
      act(state, alone);
      ++result_.states;
      if (!result_.fault.empty()) return {};
    }
  }

  void check_end(const State& state) {
    for (int i = 0; i < std::ssize(lanes_); ++i)
      if (!has_ended(state, i)) return fault("hangs", state, i);
  }

  void check_races(const State& state, const std::vector<int>& enabled) {
    for (int a : enabled)
      for (int b : enabled) {
        if (b >= a) break;
        const Sorted &x = sorted_[at(a)][at(state.done[at(a)])], &y = sorted_[at(b)][at(state.done[at(b)])];
        if (meet(x.writes, y.writes) || meet(x.writes, y.reads) || meet(x.reads, y.writes))
          return fault(fmt::format("races with rank {} lane {}", lane(b).rank, b % world_.lanes_per_rank()),
                       state, a);
      }
  }

  /// A lane whose step commutes with all that others may do before it, or −1.
  int find_alone(const State& state, const std::vector<int>& enabled) const {
    const std::vector<int> all(lanes_.size(), std::numeric_limits<int>::max());
    for (int i : enabled)
      if (is_alone(state, i, all)) return i;
    for (int i : enabled)
      if (is_alone(state, i, reach_without(state, i))) return i;
    return -1;
  }

  /// How many steps every lane can take at most while lane `i` stands still, whatever has been overwritten.
  std::vector<int> reach_without(const State& state, int i) const {
    State ahead{state.done, {}, {}, {}};
    for (bool moved = true; moved;) {
      moved = false;
      for (int other = 0; other < std::ssize(lanes_); ++other)
        for (; other != i && may_go(state, ahead, other); moved = true) ++ahead.done[at(other)];
    }
    return ahead.done;
  }

  bool may_go(const State& state, const State& ahead, int i) const {
    if (!has_started(ahead, i)) return false;
    const Step& step = next(ahead, i);
    if (step.kind != Step::Kind::wait || is_met(state.slots[at(step.slot)], step)) return true;
    return std::ranges::any_of(touches_[at(world_.cells() + step.slot)], [&](const Touch& touch) {
      return touch.position >= state.done[at(touch.lane)] && touch.position < ahead.done[at(touch.lane)] &&
             is_met(touch.stamp, step);
    });
  }

  /// Whether the step commutes with all that other lanes may do before it, of their first `reach` steps.
  bool is_alone(const State& state, int i, const std::vector<int>& reach) const {
    const Step& step = next(state, i);
    const Sorted& sorted = sorted_[at(i)][at(state.done[at(i)])];
    const auto clash = [&](std::int64_t cell, auto&& matters) {
      return std::ranges::any_of(touches_[at(cell)], [&](const Touch& touch) {
        return matters(touch) && touch.position < reach[at(touch.lane)] && may_precede(state, i, touch);
      });
    };
    const auto any = [](const Touch&) { return true; };
    for (Cell cell : sorted.reads)
      if (clash(cell, [](const Touch& touch) { return touch.writes; })) return false;
    for (Cell cell : sorted.writes)
      if (clash(cell, any)) return false;
    const std::int64_t slot = world_.cells() + step.slot;
    if (stores(step)) return !clash(slot, any);
    return step.kind != Step::Kind::wait ||
           !clash(slot, [&](const Touch& touch) { return !is_met(touch.stamp, step); });
  }

  bool may_precede(const State& state, int i, const Touch& touch) const {
    if (touch.lane == i || touch.position < state.done[at(touch.lane)]) return false;
    if (lane(touch.lane).rank != lane(i).rank) return true;
    return !lane(i).is_caller && touch.launch <= next(state, i).launch;
  }

  void act(State& state, int i) {
    const Step& step = next(state, i);
    std::vector<Symbol>& read = state.read[at(i)];
    if (step.kind == Step::Kind::read) read = value_of(state, step);
    for (std::size_t w = 0; step.kind == Step::Kind::write && w < step.writes.size(); ++w)
      state.memory[at(step.writes[w])] = read[(at(step.first) + w) % read.size()];
    if (stores(step)) state.slots[at(step.slot)] = step.stamp;
    if (step.is_last) read.clear();
    if (step.kind == Step::Kind::caller) {
      if (std::string wrong = expected_.check(step.launch - 1, lane(i).rank, state.memory); !wrong.empty())
        return fault(wrong, state, i);
      for (Cell cell : step.writes) state.memory[at(cell)] = kPoison;
      expected_.fill(step.launch, lane(i).rank, state.memory);
    }
    ++state.done[at(i)];
  }

  std::vector<Symbol> value_of(const State& state, const Step& step) {
    std::vector<Symbol> operands, result;
    for (Cell cell : step.reads) operands.push_back(state.memory[at(cell)]);
    if (step.op == ReduceOp::copy) return operands;
    const std::size_t elements = at(step.elements), each = operands.size() / elements;
    for (std::size_t element = 0; element < elements; ++element)
      for (int byte = 0; byte < step.width; ++byte)
        result.push_back(symbols_.reduction(step.op, step.divisor, byte,
                                            std::span(operands).subspan(element * each, each)));
    return result;
  }

  void fault(const std::string& what, const State& state, int i) {
    result_.fault = fmt::format("rank {} lane {} at step {}: {}", lane(i).rank, i % world_.lanes_per_rank(),
                                state.done[at(i)], what);
  }

  const TinyWorld& world_;
  const std::vector<TinyWorld::Lane>& lanes_;
  Steps steps_;
  std::int64_t most_;
  Symbols symbols_;
  Expected expected_;
  std::vector<std::vector<Touch>> touches_;  // [cell, then slot]
  std::vector<std::vector<Sorted>> sorted_;  // [lane][step]
  std::unordered_set<Key, KeyHash> seen_;
  Explored result_;
};

}  // namespace

Explored explore(const std::vector<const Schedule*>& launches, Steps steps, std::int64_t most_states) {
  const TinyWorld world(launches);
  return Search(world, steps, most_states).run();
}

}  // namespace purlin::testing
