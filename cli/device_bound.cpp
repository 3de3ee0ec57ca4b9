#include "cli/device_bound.hpp"

#include <fmt/format.h>

#include "snac/port_bytes.hpp"

namespace purlin::cli {
namespace {

/// Every mesh axis binds or pins: no input byte has a replica that might be read instead.
bool is_read_whole(const Problem& problem) {
  return problem.input.bindings.size() + problem.input.pins.size() == problem.mesh.axes.size();
}

/// In place, copies may lie there already; reductions are written all the same.
bool is_written_whole(const Problem& problem) {
  return problem.in_place == InPlace::no ||
         (problem.in_place == InPlace::same && problem.op != ReduceOp::copy);
}

double distinct_bytes(const Problem& problem, const Placement& placement, int device) {
  double bytes = 0;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    if (placement[static_cast<std::size_t>(rank.value)].value != device) continue;
    if (is_read_whole(problem)) bytes += static_cast<double>(held_bytes(problem, problem.input, rank).value);
    if (is_written_whole(problem))
      bytes += static_cast<double>(held_bytes(problem, problem.output, rank).value);
  }
  return bytes;
}

}  // namespace

Bound device_bound(const Schedule& schedule, const Placement& placement,
                   const std::vector<DeviceRates>& devices) {
  Bound bound;
  const auto take = [&](double bytes, double rate_GBps, const char* what, std::size_t d) {
    if (rate_GBps <= 0 || bytes <= 0 || bytes / (rate_GBps * 1e9) <= bound.seconds) return;
    bound = {bytes / (rate_GBps * 1e9), fmt::format("{} device {}", what, devices[d].ordinal)};
  };
  PortBytes ports = port_bytes(schedule, placement);
  ports.in.resize(devices.size()), ports.out.resize(devices.size());  // some may have no rank
  for (std::size_t d = 0; d < devices.size(); ++d) {
    const double beyond = distinct_bytes(schedule.problem, placement, static_cast<int>(d)) -
                          2 * static_cast<double>(devices[d].cache_bytes);
    take(beyond, devices[d].memory_GBps, "memory of", d);
    take(ports.in[d], devices[d].port_GBps, "the way into", d);
    take(ports.out[d], devices[d].port_GBps, "the way out of", d);
  }
  return bound;
}

}  // namespace purlin::cli
