#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "snac/schedule.hpp"

namespace purlin {

enum class Verdict { pass, fail };

/// One proof: what it covered, or the first counter-example.
struct Check {
  std::string name;  // meaning, races, reuse, progress, bounds
  Verdict verdict = Verdict::pass;
  std::vector<std::pair<std::string, std::int64_t>> covered;
  std::string rule;            // V###, of a counter-example
  std::string counterexample;  // empty where it passes
};

/// A schedule that every check passed. Only `verify` makes one, and executors accept nothing else.
class VerifiedSchedule {
 public:
  const Schedule& operator*() const { return schedule_; }
  const Schedule* operator->() const { return &schedule_; }

 private:
  friend struct Verification verify(Schedule schedule);
  explicit VerifiedSchedule(Schedule schedule) : schedule_(std::move(schedule)) {}
  Schedule schedule_;
};

struct Verification {
  std::vector<Check> checks;
  std::optional<VerifiedSchedule> schedule;  // where all passed
};

/// Proves the schedule, action by action.
Verification verify(Schedule schedule);

}  // namespace purlin
