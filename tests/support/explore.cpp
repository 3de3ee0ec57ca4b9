#include "tests/support/explore.hpp"

#include <fmt/format.h>

#include <unordered_set>

#include "tests/support/tiny_order.hpp"
#include "tests/support/tiny_run.hpp"

namespace purlin::testing {
namespace {

class Search {
 public:
  Search(const TinyWorld& world, Steps steps, std::int64_t most)
      : world_(world), steps_(steps), most_(most), order_(world), run_(world) {}

  Explored run() {
    std::vector<TinyState> open{TinyState(world_)};
    while (!open.empty() && result_.fault.empty()) {
      if (result_.states >= most_) {
        result_.is_complete = false;
        break;
      }
      TinyState state = std::move(open.back());
      open.pop_back();
      const std::vector<int> choices = advance(state);
      if (choices.empty() || !seen_.insert(StateKey(state)).second) continue;
      ++result_.states;
      for (int lane : choices) act(open.emplace_back(state), lane);
    }
    return std::move(result_);
  }

 private:
  int lanes() const { return static_cast<int>(world_.lanes().size()); }

  /// Does what needs no choice, and says which lanes may go on from there; none where all is said.
  std::vector<int> advance(TinyState& state) {
    while (true) {
      std::vector<int> enabled;
      for (int lane = 0; lane < lanes(); ++lane)
        if (is_enabled(world_, state, lane)) enabled.push_back(lane);
      if (enabled.empty()) check_end(state);
      check_races(state, enabled);
      if (enabled.empty() || !result_.fault.empty()) return {};
      const int alone = steps_ == Steps::every ? -1 : order_.find_alone(state, enabled);
      if (alone < 0) return enabled;
      act(state, alone);
      ++result_.states;
      if (!result_.fault.empty()) return {};
    }
  }

  void check_end(const TinyState& state) {
    for (int lane = 0; lane < lanes(); ++lane)
      if (!has_ended(world_, state.done, lane)) return fault("hangs", state, lane);
  }

  void check_races(const TinyState& state, const std::vector<int>& enabled) {
    for (int a : enabled)
      for (int b : enabled) {
        if (b >= a) break;
        if (order_.conflict(state, a, b)) return fault("races with " + name_of(b), state, a);
      }
  }

  void act(TinyState& state, int lane) {
    if (const std::string wrong = run_.act(state, lane); !wrong.empty()) fault(wrong, state, lane);
  }

  std::string name_of(int lane) const {
    return fmt::format("rank {} lane {}", world_.lanes()[at(lane)].rank, lane % world_.lanes_per_rank());
  }

  void fault(const std::string& what, const TinyState& state, int lane) {
    result_.fault = fmt::format("{} at step {}: {}", name_of(lane), state.done[at(lane)], what);
  }

  const TinyWorld& world_;
  Steps steps_;
  std::int64_t most_;
  TinyOrder order_;
  TinyRun run_;
  std::unordered_set<StateKey, StateKey::Hash> seen_;
  Explored result_;
};

}  // namespace

Explored explore(const std::vector<const Schedule*>& launches, Steps steps, std::int64_t most_states) {
  const TinyWorld world(launches);
  return Search(world, steps, most_states).run();
}

}  // namespace purlin::testing
