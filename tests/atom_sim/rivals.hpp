#pragma once
#include <string>
#include <vector>

#include "spec/machine.hpp"
#include "spec/problem.hpp"

namespace purlin::testing {

/// A candidate of the planner, as its cost model prices it and as it is simulated.
struct Rival {
  std::string name;  // algorithm, regime, direction, lanes
  double predicted_s = 0;
  double simulated_s = 0;
};

/// Every candidate for `problem` on `machine`; the planner's choice first.
std::vector<Rival> rivals(const Problem& problem, const Machine& machine, int processes);

/// How much slower the choice is than the best, 1 for the best itself.
double regret(const std::vector<Rival>& rivals);
const Rival& best_of(const std::vector<Rival>& rivals);

}  // namespace purlin::testing
