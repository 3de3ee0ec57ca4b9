#include "cli/device_bound.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace purlin::cli {
namespace {

/// Bytes through each device's port.
struct Ports {
  std::vector<double> in, out;
};

class PortCounter {
 public:
  PortCounter(const Placement& placement, std::size_t devices)
      : placement_(placement), ports_{std::vector<double>(devices), std::vector<double>(devices)} {}

  Ports count(const Schedule& schedule) {
    for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value)
      for (const Program& program : schedule.programs[static_cast<std::size_t>(rank.value)])
        for (const Action& action : program) add(rank, action);
    return std::move(ports_);
  }

 private:
  std::size_t device_of(Rank rank) const {
    return static_cast<std::size_t>(placement_[static_cast<std::size_t>(rank.value)].value);
  }

  void move(Rank from, Rank to, std::int64_t bytes) {
    if (device_of(from) == device_of(to)) return;
    ports_.out[device_of(from)] += static_cast<double>(bytes);
    ports_.in[device_of(to)] += static_cast<double>(bytes);
  }

  static std::int64_t bytes_of(const Span& span) {
    return span.block.bytes() * (span.block.fold ? span.block.fold->count : 1);
  }

  void add(Rank rank, const Action& action) {
    std::visit(Overloaded{[](const Notify&) {}, [](const Await&) {},
                          [&](const Stage& stage) {
                            move(stage.from.rank, rank, bytes_of(stage.from));
                            move(rank, stage.to.rank, bytes_of(stage.to));
                          },
                          [&](const Consume& consume) {
                            for (const Span& span : consume.sources) move(span.rank, rank, bytes_of(span));
                            for (const Span& span : consume.destinations)
                              move(rank, span.rank, bytes_of(span));
                          },
                          [&](const PutPackets& put) {
                            for (const auto& target : put.targets)
                              move(rank, target.rank, bytes_of(put.source));
                          },
                          [&](const TakePackets& take) {
                            for (const auto& end : take.destinations)
                              if (const auto* packets = std::get_if<TakePackets::Packets>(&end))
                                move(rank, packets->rank, take.shape.bytes());
                              else
                                move(rank, std::get<Span>(end).rank, take.shape.bytes());
                          }},
               action.what);
  }

  const Placement& placement_;
  Ports ports_;
};

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
  const auto take = [&](double bytes, double rate_GBps, const char* what, std::size_t device) {
    if (rate_GBps <= 0 || bytes <= 0 || bytes / (rate_GBps * 1e9) <= bound.seconds) return;
    bound = {bytes / (rate_GBps * 1e9), fmt::format("{} device {}", what, device)};
  };
  const Ports ports = PortCounter(placement, devices.size()).count(schedule);
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
