#include "snac/verify/verify.hpp"

#include <algorithm>

#include "snac/verify/bounds.hpp"
#include "snac/verify/check.hpp"
#include "snac/verify/meaning.hpp"
#include "snac/verify/progress.hpp"
#include "snac/verify/races.hpp"
#include "snac/verify/reuse.hpp"

namespace purlin {
namespace {

bool passed(const Check& check) { return check.verdict == Verdict::pass; }

/// Without bounds nothing else is well-defined, without progress there is no order to follow.
std::vector<Check> prove(const Schedule& schedule, const VerifyOptions& options) {
  std::vector<Check> checks{check_bounds(schedule, options.limits)};
  if (!passed(checks.back())) return checks;
  Progress progress = check_progress(schedule);
  checks.push_back(std::move(progress.check));
  if (!passed(checks.back())) return checks;
  checks.push_back(check_meaning(schedule, *progress.graph, progress.order, options));
  std::optional<RaceWalk> walk;  // none where spans cannot be followed
  checks.push_back(
      run_check("races", [&](Check&) { walk = walk_races(schedule, *progress.graph, progress.order); }));
  if (!walk) return checks;
  checks.back() = check_races(schedule, *progress.graph, *walk);
  checks.push_back(check_reuse(schedule, *walk));
  return checks;
}

}  // namespace

Verification verify(Schedule schedule, const VerifyOptions& options) {
  Verification result;
  result.checks = prove(schedule, options);
  if (std::all_of(result.checks.begin(), result.checks.end(), passed))
    result.schedule = VerifiedSchedule(std::move(schedule));
  return result;
}

}  // namespace purlin
