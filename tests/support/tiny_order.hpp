#pragma once
#include "tests/support/tiny_state.hpp"

namespace purlin::testing {

/// Which steps of a tiny world may be done in any order with others: by what they touch.
class TinyOrder {
 public:
  explicit TinyOrder(const TinyWorld& world);

  /// Whether the next steps of two lanes touch a byte, one writing.
  bool conflict(const TinyState& state, int a, int b) const;

  /// One of `enabled` whose step commutes with all that others may do before it, or −1.
  int find_alone(const TinyState& state, const std::vector<int>& enabled) const;

 private:
  struct Touch {
    int lane, position, launch, stamp;
    bool writes;
  };
  struct Sorted {
    std::vector<Cell> reads, writes;
  };

  void index(int lane);
  const Sorted& sorted(const TinyState& state, int lane) const {
    return sorted_[at(lane)][at(state.done[at(lane)])];
  }
  Done reach_without(const TinyState& state, int lane) const;
  bool may_go(const TinyState& state, const Done& ahead, int lane) const;
  bool is_alone(const TinyState& state, int lane, const Done& reach) const;
  bool may_precede(const TinyState& state, int lane, const Touch& touch) const;

  const TinyWorld& world_;
  std::vector<std::vector<Touch>> touches_;  // [cell, then slot]
  std::vector<std::vector<Sorted>> sorted_;  // [lane][step]
};

}  // namespace purlin::testing
