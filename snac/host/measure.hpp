#pragma once
#include "snac/measurement.hpp"
#include "snac/verify/verify.hpp"

namespace purlin::host {

/// Executes and times `schedule` on threads.
Measurement measure(const VerifiedSchedule& schedule, const MeasureOptions& options);

/// No core writes more than 64 bytes in a cycle, none has more than 6 GHz: a launch that seems to have
/// written its outputs faster was not measured right.
double shortest_launch_s(const Schedule& schedule, int cores);

}  // namespace purlin::host
