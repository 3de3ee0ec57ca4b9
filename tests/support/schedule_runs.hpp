#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "snac/plan.hpp"
#include "tests/support/oracle.hpp"

namespace purlin::testing {

/// One run of a sweep: what the planner is told, and the data.
struct Run {
  PlanOptions options;
  Data data = Data::rough;
  std::uint64_t seed = 1;
};

struct Outcome {
  std::string wrong;    // empty where all is right
  std::string refusal;  // the planner's, where there was nothing to run
};

/// Plans, verifies and executes on the host: first by threads, then interleaved at random, each time with
/// other data, other poison and guard bands, and compares with the oracle.
Outcome plan_and_run(const Problem& problem, const Run& run);

/// `at_most` of the ways to plan `problem`: the chains and regimes in turn, from a place that `variety`
/// chooses, with lanes, chunks and windows drawn by it. A chain may refuse.
std::vector<PlanOptions> some_plans(const Problem& problem, std::uint64_t variety, int at_most);

std::string print(const PlanOptions& options);

}  // namespace purlin::testing
