#include "cli/judge.hpp"

#include <fmt/format.h>

#include <set>

#include "cli/render/number.hpp"
#include "cli/render/text.hpp"
#include "snac/bandwidth.hpp"

namespace purlin::cli {
namespace {

bool moves_data(const Action& action) {
  return !std::holds_alternative<Notify>(action.what) && !std::holds_alternative<Await>(action.what);
}

Timing timing_of(const Schedule& schedule, const Measurement& measured, const Bound& bound) {
  Timing timing;
  timing.times = times_of(measured.launch_s);
  timing.launches = std::ssize(measured.launch_s);
  const double floor_us = 1e6 * bound.seconds;
  if (timing.times.min_us <= 0 || timing.times.min_us < floor_us)
    timing.impossible = fmt::format("{} us is less than the {} us that {} takes at least",
                                    print_us(timing.times.min_us), print_us(floor_us), bound.what);
  if (!timing.impossible.empty()) return timing;
  timing.algbw_GBps = rate_GBps(size_of(schedule.problem).value, timing.times.median_us);
  timing.busbw_GBps = *timing.algbw_GBps * busbw_factor(schedule.problem);
  return timing;
}

/// Nothing is compared with a time that cannot be.
bool is_comparable(const Timing& timing) { return timing.impossible.empty() && timing.times.median_us > 0; }

void add_limit(const Bound& bound, Result& result) {
  if (bound.seconds <= 0 || !is_comparable(*result.timing)) return;
  result.limit_fraction = 1e6 * bound.seconds / result.timing->times.median_us;
  result.bottleneck = bound.what;
}

void add_rival(const Rival& rival, Judgement& judgement) {
  if (!rival.refusal.empty()) return judgement.warnings.push_back(rival.name + ": " + rival.refusal);
  Baseline baseline{rival.name, times_of(rival.launch_s), {}};
  const Timing& own = *judgement.result.timing;
  if (is_comparable(own)) baseline.ratio = baseline.times.median_us / own.times.median_us;
  judgement.result.baseline = baseline;
  if (rival.wrong > 0)
    judgement.warnings.push_back(fmt::format("{}: {} elements of its result are not what the layouts ask for",
                                             rival.name, rival.wrong));
}

}  // namespace

Result row_of(const Schedule& schedule) {
  const Problem& problem = schedule.problem;
  Result row;
  row.machine = schedule.machine;
  row.size_bytes = size_of(problem).value;
  row.count = row.size_bytes / size_of(problem.dtype).value;
  row.dtype = problem.dtype;
  row.op = problem.op;
  row.algorithm = schedule.algorithm;
  row.regime = name_of(schedule.regime);
  row.datapath = datapaths_of(schedule);
  row.lanes = schedule.lanes;
  row.chunk_bytes = schedule.chunk;
  row.in_place = problem.in_place != InPlace::no;
  return row;
}

std::string datapaths_of(const Schedule& schedule) {
  std::set<std::string> names;
  for (const auto& lanes : schedule.programs)
    for (const Program& program : lanes)
      for (const Action& action : program)
        if (moves_data(action)) names.emplace(name_of(action.datapath));
  return names.empty() ? "none" : join({names.begin(), names.end()}, "+");
}

int root_of(const Problem& problem) {
  if (problem.mesh.axes.size() != 1) return -1;
  for (const Layout* layout : {&problem.input, &problem.output})
    if (!layout->pins.empty()) return static_cast<int>(layout->pins.front().coordinate);
  return -1;
}

Judgement judge(const Schedule& schedule, const Measurement& measured, const Yardstick& by) {
  Judgement judgement{row_of(schedule), {}, {}};
  judgement.result.timing = timing_of(schedule, measured, by.bound);
  if (by.checked) judgement.result.wrong = measured.wrong;
  if (by.is_limit) add_limit(by.bound, judgement.result);
  if (by.rival) add_rival(*by.rival, judgement);
  const Times& times = judgement.result.timing->times;
  if (times.outliers > 0)
    judgement.warnings.push_back(
        fmt::format("{} of {} took more than {} × the median (max {} us)", times.outliers,
                    counted(static_cast<std::int64_t>(measured.launch_s.size()), "launch", "launches"),
                    kOutlierFactor, print_us(times.max_us)));
  if (measured.wrong > 0)
    judgement.errors.push_back(
        fmt::format("wrong data: {} elements; {}", measured.wrong, measured.first_wrong));
  if (!judgement.result.timing->impossible.empty())
    judgement.errors.push_back("impossible time: " + judgement.result.timing->impossible);
  return judgement;
}

}  // namespace purlin::cli
