#pragma once
#include <memory>

#include "atom_cuda/devices.hpp"
#include "snac/trial.hpp"
#include "snac/verify/verify.hpp"

namespace purlin::cuda {

/// Executes `schedule` on devices: one launch against the host's reference, then single launches in each of
/// which all lanes of one rank, the next in turn, are delayed at random places, then a soak in which ranks
/// run ahead of each other. Every output is checked.
Trial try_out(const std::shared_ptr<Devices>& devices, const VerifiedSchedule& schedule,
              const TrialOptions& options);

/// Bytes that `try_out` with a soak of so many launches takes of all devices together.
std::int64_t bytes_to_try(const Schedule& schedule, int launches);

}  // namespace purlin::cuda
