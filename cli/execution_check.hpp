#pragma once
#include <functional>

#include "cli/executor.hpp"
#include "cli/render/verify_record.hpp"
#include "snac/plan.hpp"

namespace purlin::cli {

/// What executing takes at most: beyond it the same chain and regime is executed at a smaller size.
inline constexpr std::int64_t kMostExecuted = std::int64_t{1} << 30;

struct ExecutionOptions {
  int interleavings = 16;
  int launches = 16;
  std::uint64_t seed = 1;
  double timeout_s = 10;
  bool replan = true;  // a given schedule has one size
  std::function<bool(int done, int of)> go_on = {};
};

/// Executes the schedule, or the same at the largest size that fits, and adds the check to `judged`.
void add_execution(const VerifiedSchedule& schedule, const PlanOptions& plan_options,
                   const ExecutionOptions& options, Executor& executor, JudgedSchedule& judged);

}  // namespace purlin::cli
