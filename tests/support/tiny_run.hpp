#pragma once
#include <string>

#include "tests/support/expected.hpp"
#include "tests/support/tiny_state.hpp"

namespace purlin::testing {

/// Does the steps of a tiny world on symbols.
class TinyRun {
 public:
  explicit TinyRun(const TinyWorld& world) : world_(world), expected_(world.memory(), symbols_) {}

  /// The lane's next step; what the caller finds wrong with a launch that ended, else empty.
  std::string act(TinyState& state, int lane);

 private:
  std::string call(TinyState& state, int rank, const Step& step);
  std::vector<Symbol> value_of(const TinyState& state, const Step& step);

  const TinyWorld& world_;
  Symbols symbols_;
  Expected expected_;
};

}  // namespace purlin::testing
