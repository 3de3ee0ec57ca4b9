#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "snac/limits.hpp"
#include "snac/schedule.hpp"

namespace purlin {

enum class Verdict { pass, fail };

/// How strict to be, beyond what no schedule may break.
struct VerifyOptions {
  bool foreign = false;  // not planned here: writing an output twice and other trees elsewhere are notes
  bool deterministic = false;  // only the flat, rank-ordered tree; then those are faults in any schedule
  std::optional<Limits> limits = {};  // of the machine it is for; unset: far above any
};

/// One proof: what it covered, or the first counter-example.
struct Check {
  std::string name;  // bounds, progress, meaning, races, reuse
  Verdict verdict = Verdict::pass;
  std::vector<std::pair<std::string, std::int64_t>> covered;
  std::string rule;                // V###, of a counter-example
  std::string counterexample;      // empty where it passes
  std::vector<std::string> notes;  // what is odd and no fault, with its rule where there is one
};

/// A schedule that every check passed. Only `verify` makes one, and executors accept nothing else.
class VerifiedSchedule {
 public:
  const Schedule& operator*() const { return schedule_; }
  const Schedule* operator->() const { return &schedule_; }

 private:
  friend struct Verification verify(Schedule schedule, const VerifyOptions& options);
  explicit VerifiedSchedule(Schedule schedule) : schedule_(std::move(schedule)) {}
  Schedule schedule_;
};

struct Verification {
  std::vector<Check> checks;  // those that could be made: each needs that the ones before it passed
  std::optional<VerifiedSchedule> schedule;  // where all passed
};

/// Proves the schedule, action by action.
Verification verify(Schedule schedule, const VerifyOptions& options = {});

}  // namespace purlin
