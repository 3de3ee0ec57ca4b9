#include "tests/mutation/execution.hpp"

#include "snac/host/soak_check.hpp"
#include "snac/host/trial.hpp"

namespace purlin::testing {
namespace {

constexpr int kInterleavings = 24;  // of single launches
constexpr int kLaunches = 24;       // in a row

std::string alone(const VerifiedSchedule& schedule, std::uint64_t seed) {
  TrialOptions options;
  options.interleavings = kInterleavings;
  options.launches = 0;
  options.seed = seed;
  const Trial trial = host::try_out(schedule, options);
  return trial.hang ? "alone: " + trial.hang->cause : trial.counterexample;
}

std::string in_a_row(const std::vector<const VerifiedSchedule*>& schedules, std::uint64_t seed) {
  host::SoakOptions options;
  options.launches = kLaunches;
  options.one_thread = true;
  options.seed = seed;
  host::Stream stream((*schedules.front())->problem.ranks());
  const host::Soaked soaked = host::SoakCheck(schedules, seed).run(stream, options);
  return soaked.report.hang ? "in a row: " + soaked.report.hang->cause : soaked.comparison.first;
}

}  // namespace

std::string failure_in_execution(const VerifiedSchedule& schedule, const VerifiedSchedule& other,
                                 std::uint64_t seed) {
  std::string failure = alone(schedule, seed);
  if (failure.empty()) failure = in_a_row({&schedule}, seed);
  if (failure.empty()) failure = in_a_row({&schedule, &other}, seed);
  return failure;
}

VerifiedSchedule as_if_verified(Schedule schedule, const VerifiedSchedule& any) {
  VerifiedSchedule result = any;
  const_cast<Schedule&>(*result) = std::move(schedule);  // `result` itself is not const
  return result;
}

}  // namespace purlin::testing
