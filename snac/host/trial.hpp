#pragma once
#include "snac/host/stream.hpp"
#include "snac/trial.hpp"

namespace purlin::host {

/// Executes `schedule` on the host: single launches in one thread, each in another order, then a soak on
/// threads; compares with the reference computed from the layouts.
Trial try_out(const VerifiedSchedule& schedule, const TrialOptions& options);

/// Bytes that `try_out` takes.
std::int64_t bytes_to_try(const Schedule& schedule);

}  // namespace purlin::host
