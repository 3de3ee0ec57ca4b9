#include "atom_cuda/probe_walk.cuh"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "atom_cuda/caller_memory.cuh"
#include "atom_cuda/probe_timing.cuh"
#include "atom_cuda/stream_state.cuh"
#include "snac/plan.hpp"
#include "spec/read_problem.hpp"

namespace purlin::cuda {
namespace {

constexpr std::int64_t KiB = 1024, MiB = 1024 * KiB;
constexpr std::int64_t kFewest = 8;
constexpr double kSaturated = 0.95;

Problem passing_on(int ranks, std::int64_t bytes) {
  Diagnostics diagnostics;
  const auto spec =
      read_spec("permute", {.ranks = ranks, .size = fmt::to_string(std::max(bytes, kFewest))}, diagnostics);
  PURLIN_ASSERT(spec.has_value());
  Problem problem = spec->problem;
  if (bytes == 0) problem.axes[static_cast<std::size_t>(problem.scale)].size = 0;
  return problem;
}

void move_by(Datapath datapath, Schedule& schedule) {
  for (auto& lanes : schedule.programs)
    for (Program& program : lanes)
      for (Action& action : program)
        if (std::holds_alternative<Consume>(action.what) || std::holds_alternative<Stage>(action.what))
          action.datapath = datapath;
}

void check_ended(const std::optional<HangReport>& hang) {
  if (hang) throw CudaError(fmt::format("a probe's launch did not end: {}", hang->cause));
}

}  // namespace

VerifiedSchedule WalkProbe::schedule(const Way& way) const {
  PlanOptions options;
  options.algorithm = "direct";
  options.regime = way.regime;
  options.lanes = way.lanes;
  options.push = false;
  Diagnostics diagnostics;
  auto planned = plan(passing_on(way.ranks, way.bytes), options, diagnostics);
  PURLIN_ASSERT(planned.has_value());
  if (way.regime == Regime::zero_copy) move_by(way.datapath, *planned);
  Verification proof = verify(std::move(*planned));
  PURLIN_ASSERT(proof.schedule.has_value());
  return *proof.schedule;
}

double WalkProbe::launch_s(const Way& way, bool graph) const {
  MeasureOptions how;
  how.warmup = 2;
  how.iters = kProbeRepeats;
  const Measurement found = measure(devices_, schedule(way), how, {graph, 0});
  check_ended(found.hang);
  if (found.wrong > 0)
    throw CudaError(
        fmt::format("a probe's copy went wrong: {} elements, {}", found.wrong, found.first_wrong));
  return median_of(found.launch_s);
}

double WalkProbe::synchronous_s() const {
  const VerifiedSchedule nothing = schedule({.ranks = 1});
  const CallerMemory memory(*devices_, *nothing, 1);
  StreamState stream(devices_, 1);
  const Plan plan = stream.prepare(nothing, {});
  const Binding binding = stream.bind(memory.buffers());
  return time_on_host([&] {
    stream.enqueue(plan, binding);
    check_ended(stream.wait());
  });
}

/// From the difference between two sizes: what a launch costs beside is in both.
double WalkProbe::lane_GBps(Way way) const {
  const double small_s = launch_s(way);
  const auto added = static_cast<double>(way.bytes);
  way.bytes *= 2;
  return added / (launch_s(way) - small_s) * 1e-9;
}

double WalkProbe::rate_GBps(const Way& way) const {
  return static_cast<double>(way.bytes) / launch_s(way) * 1e-9;
}

/// Of a rank: a lane a multiprocessor.
int WalkProbe::most_lanes() const {
  int least = devices_->all().front().multiprocessors;
  for (const Device& device : devices_->all()) least = std::min(least, device.multiprocessors);
  return devices_->all().size() == 1 ? least / 2 : least;
}

std::optional<LaneProbe> WalkProbe::lanes(Datapath datapath) const {
  Way way{.datapath = datapath};
  if (datapath == Datapath::packet) way.regime = Regime::packet;
  if (datapath == Datapath::bulk)
    for (const Device& device : devices_->all())
      if (device.major < 9) return std::nullopt;
  LaneProbe probe{datapath, {}, {}, 0};
  const bool packets = datapath == Datapath::packet;
  way.bytes = packets ? 64 * KiB : MiB;
  probe.one_lane_GBps = {lane_GBps(way),
                         fmt::format("{} KiB more by one lane of two ranks", way.bytes / KiB)};
  way.bytes = packets ? 4 * MiB : 256 * MiB;
  std::vector<std::pair<int, double>> rates;
  for (way.lanes = 1; way.lanes <= most_lanes(); way.lanes *= 2)
    rates.emplace_back(way.lanes, rate_GBps(way));
  const double best = std::ranges::max_element(rates, {}, &std::pair<int, double>::second)->second;
  const auto enough =
      std::ranges::find_if(rates, [&](const auto& rate) { return rate.second >= kSaturated * best; });
  probe.all_lanes_GBps = {
      best, fmt::format("{} MiB of each of two ranks by {} lanes", way.bytes / MiB, enough->first)};
  probe.saturating = enough->first;
  return probe;
}

}  // namespace purlin::cuda
