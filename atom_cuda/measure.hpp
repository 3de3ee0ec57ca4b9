#pragma once
#include <memory>

#include "atom_cuda/devices.hpp"
#include "snac/measurement.hpp"
#include "snac/verify/verify.hpp"

namespace purlin::cuda {

/// How launches reach the devices. A time is that of `launches` in a row, divided: short ones cannot be told
/// from the cost of telling. Each of them has buffers of its own, so that all that is timed is fresh and
/// checked.
struct MeasureShape {
  bool graph = true;  // captured once and replayed; else enqueued one by one
  int launches = 0;   // per time; 0: as many as fit half the cache, at most 64
};

/// Executes and times `schedule` on devices: fresh data, poisoned outputs and checks, all on the devices.
Measurement measure(const std::shared_ptr<Devices>& devices, const VerifiedSchedule& schedule,
                    const MeasureOptions& options, const MeasureShape& shape = {});

/// Launches per time that `measure` takes.
int launches_per_time(const Devices& devices, const Schedule& schedule, const MeasureShape& shape);

/// Bytes that `measure` takes at most, of each device: [device].
std::vector<std::int64_t> bytes_to_measure(const Devices& devices, const Schedule& schedule,
                                           const MeasureShape& shape = {});

}  // namespace purlin::cuda
