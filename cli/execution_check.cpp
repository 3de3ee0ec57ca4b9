#include "cli/execution_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/render/hang.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

/// Where `size` needs `need` bytes: a size that needs no more than it may.
std::int64_t fitting(std::int64_t size, std::int64_t need) {
  return static_cast<std::int64_t>(static_cast<double>(size) * static_cast<double>(kMostExecuted) /
                                   static_cast<double>(need));
}

/// The same algorithm, regime, lanes and chunk at half the size, again and again until it fits; nullopt where
/// no size does.
std::optional<Schedule> shrunk(const Schedule& schedule, PlanOptions options, int launches,
                               const Executor& executor) {
  options.algorithm = schedule.algorithm;
  options.regime = schedule.regime;
  options.lanes = schedule.lanes;
  options.chunk = schedule.chunk > 0 ? std::optional(schedule.chunk) : std::nullopt;
  Diagnostics ignored;
  std::int64_t size = fitting(size_of(schedule.problem).value, executor.bytes_to_try(schedule, launches));
  while (size > 0) {
    const auto problem = resized(schedule.problem, {size}, ignored);
    auto smaller = problem ? plan(*problem, options, ignored) : std::nullopt;
    if (!smaller) return std::nullopt;
    const std::int64_t need = executor.bytes_to_try(*smaller, launches);
    if (need <= kMostExecuted) return smaller;
    size = std::min(size - 1, fitting(size, need));
  }
  return std::nullopt;
}

Check execute(const VerifiedSchedule& schedule, const ExecutionOptions& options, Executor& executor) {
  TrialOptions how;
  how.launch.timeout = std::chrono::nanoseconds(static_cast<std::int64_t>(options.timeout_s * 1e9));
  how.interleavings = options.interleavings;
  how.launches = options.launches;
  how.seed = options.seed;
  how.go_on = options.go_on;
  const Trial trial = executor.try_out(schedule, how);
  Check check;
  check.name = "execution";
  check.covered = {{"bytes", size_of(schedule->problem).value},
                   {executor.trial_key(), trial.interleavings},
                   {"soak_launches", trial.launches},
                   {"elements", trial.elements}};
  check.counterexample = trial.counterexample;
  if (trial.hang) check.counterexample = diagnostic_of(*trial.hang, "execution").message;
  if (!trial.passed()) check.verdict = Verdict::fail;
  return check;
}

}  // namespace

void add_execution(const VerifiedSchedule& schedule, const PlanOptions& plan_options,
                   const ExecutionOptions& options, Executor& executor, JudgedSchedule& judged) {
  if (options.interleavings + options.launches == 0)
    return judged.remarks.push_back("not executed: asked for none");
  const std::string where = executor.where(schedule->problem.ranks());
  if (const std::string why = executor.too_many(schedule->problem.ranks(), schedule->lanes); !why.empty())
    judged.remarks.push_back("no soak, which takes " + why);
  const std::int64_t need = executor.bytes_to_try(*schedule, options.launches);
  if (need <= kMostExecuted) {
    judged.checks.push_back(execute(schedule, options, executor));
    return judged.remarks.push_back(fmt::format("executed {} at full size", where));
  }
  auto smaller = options.replan ? shrunk(*schedule, plan_options, options.launches, executor) : std::nullopt;
  auto proof = smaller ? std::optional(verify(std::move(*smaller))) : std::nullopt;
  if (!proof || !proof->schedule)
    return judged.remarks.push_back(
        fmt::format("not executed: that takes {}, and no smaller size of it fits into {}", print_bytes(need),
                    print_bytes(kMostExecuted)));
  const std::int64_t size = size_of((*proof->schedule)->problem).value;
  judged.checks.push_back(execute(*proof->schedule, options, executor));
  judged.remarks.push_back(fmt::format("executed {} at {}, same chain and regime: full size takes {}", where,
                                       print_bytes(size), print_bytes(need)));
}

}  // namespace purlin::cli
