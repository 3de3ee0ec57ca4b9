#pragma once
#include <string>
#include <vector>

#include "snac/plan.hpp"
#include "snac/verify/verify.hpp"

namespace purlin::testing {

/// Fails the test with the counter-example where a check does not pass.
VerifiedSchedule verified(Schedule schedule);
VerifiedSchedule planned(const Problem& problem, const PlanOptions& options);

/// A plan and its manner: spec, ranks, algorithm, regime, push or pull, lanes.
struct Planned {
  std::vector<std::string> manner;
  Schedule schedule;
  std::string name() const;
};

/// Every kind of the table, and in groups on a mesh of two axes where `ranks` are even, in every regime by
/// every chain that applies.
std::vector<Planned> every_manner(int ranks, const std::string& size, int lanes);

/// A schedule and what it is, for messages.
struct Named {
  std::string name;
  VerifiedSchedule schedule;
};

/// Every kind of the table in every regime by every chain that applies, on `ranks` ranks.
std::vector<Named> every_plan(int ranks, const std::string& size, int lanes);

}  // namespace purlin::testing
