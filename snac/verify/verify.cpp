#include "snac/verify/verify.hpp"

#include <algorithm>

#include "snac/verify/bounds.hpp"

namespace purlin {

Verification verify(Schedule schedule) {
  Verification result;
  result.checks.push_back(check_bounds(schedule));
  const bool passed = std::all_of(result.checks.begin(), result.checks.end(),
                                  [](const Check& check) { return check.verdict == Verdict::pass; });
  if (passed) result.schedule = VerifiedSchedule(std::move(schedule));
  return result;
}

}  // namespace purlin
