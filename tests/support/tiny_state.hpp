#pragma once
#include <cstdint>
#include <vector>

#include "tests/support/symbols.hpp"
#include "tests/support/tiny_world.hpp"

namespace purlin::testing {

inline std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Whether seeing `seen` ends the wait: packets carry an exact stamp, slots one that grows.
inline bool is_met(int seen, const Step& step) {
  return step.is_flag ? seen == step.stamp : seen >= step.stamp;
}

/// Whether the step writes a slot or a packet's flag.
inline bool stores(const Step& step) {
  return step.kind == Step::Kind::store || (step.kind == Step::Kind::write && step.slot >= 0);
}

using Done = std::vector<int>;  // [lane] steps

/// The next step of a lane that has not ended.
const Step& next(const TinyWorld& world, const Done& done, int lane);
bool has_ended(const TinyWorld& world, const Done& done, int lane);
/// Lanes of a rank start a launch after its caller, who has waited for all lanes to end the one before.
bool has_started(const TinyWorld& world, const Done& done, int lane);

/// Where all lanes of a tiny world stand, and what its memory holds.
struct TinyState {
  explicit TinyState(const TinyWorld& world);

  Done done;
  std::vector<int> slots;
  std::vector<Symbol> memory;
  std::vector<std::vector<Symbol>> read;  // [lane] and not forgotten yet
};

bool is_enabled(const TinyWorld& world, const TinyState& state, int lane);

/// Two hashes, so that no two states are ever taken for one.
struct StateKey {
  explicit StateKey(const TinyState& state);
  friend bool operator==(const StateKey&, const StateKey&) = default;
  struct Hash {
    std::size_t operator()(const StateKey& key) const { return key.a_; }
  };

 private:
  void add(std::uint64_t x);
  std::uint64_t a_ = 1, b_ = 2;
};

}  // namespace purlin::testing
