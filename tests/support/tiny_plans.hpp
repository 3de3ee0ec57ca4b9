#pragma once
#include <string>
#include <vector>

#include "snac/schedule.hpp"

namespace purlin::testing {

/// A plan so small that all its interleavings can be tried.
struct Tiny {
  std::string name;
  Schedule schedule;
};

/// All chains in all regimes on 2 and 3 ranks with 1 and 2 lanes, a few elements each.
const std::vector<Tiny>& all_tiny();

/// The rule that the verifier finds broken, or empty.
std::string rule_of(const Schedule& schedule);

/// What brute force finds wrong: alone, several launches in a row, or between launches of another schedule on
/// the same windows and slots. Fails the test where there is too much to try.
std::string fault_of(const Schedule& schedule);

}  // namespace purlin::testing
