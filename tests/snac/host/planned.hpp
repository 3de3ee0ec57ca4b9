#pragma once
#include "snac/plan.hpp"
#include "snac/verify/verify.hpp"
#include "tests/catch.hpp"

namespace purlin::testing {

inline VerifiedSchedule verified(Schedule schedule) {
  Verification verification = verify(std::move(schedule));
  for (const Check& check : verification.checks) {
    INFO(check.name << " " << check.rule << " " << check.counterexample);
    REQUIRE(check.verdict == Verdict::pass);
  }
  return *verification.schedule;
}

inline VerifiedSchedule planned(const Problem& problem, const PlanOptions& options) {
  Diagnostics diagnostics;
  std::optional<Schedule> schedule = plan(problem, options, diagnostics);
  REQUIRE(schedule);
  return verified(std::move(*schedule));
}

}  // namespace purlin::testing
