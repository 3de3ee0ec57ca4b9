#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "atom_cuda/error.hpp"
#include "atom_cuda/probe.hpp"
#include "cli/complain.hpp"
#include "cli/cuda_environment.hpp"
#include "cli/device_choice.hpp"
#include "cli/executor.hpp"
#include "cli/probe_machine.hpp"
#include "cli/probed_model.hpp"

namespace purlin::cli {
namespace {

/// "`purlin machine --probe` on one NVIDIA H200, CUDA 13.0, 2026-12-01".
std::string origin_of(const std::string& command, const cuda::Probe& probe) {
  const std::size_t count = probe.devices.size();
  return fmt::format("`{}` on {} {}, CUDA {}, {:%Y-%m-%d}", command,
                     count == 1 ? "one" : fmt::to_string(count), probe.devices.front().device.name,
                     probe.runtime, fmt::gmtime(std::time(nullptr)));
}

}  // namespace

std::optional<ProbedMachine> probe_machine(const ProbedDevices& devices, const std::string& command,
                                           const std::function<bool(const std::string&)>& go_on,
                                           Diagnostics& diagnostics) {
  if (const std::string missing = why_no_cuda(); !missing.empty())
    return complain(diagnostics, "--probe: " + missing, "a machine with CUDA devices is what it measures"),
           std::nullopt;
  const cuda::Discovery found = cuda::discover();
  const auto ordinals = choose_devices(devices.list, devices.first, cuda::ordinals_of(found), diagnostics);
  if (!ordinals) return std::nullopt;
  try {
    const auto probe = cuda::probe(*ordinals, {.blocking_launches = launches_block()}, go_on);
    return probe ? std::optional(model_of(*probe, origin_of(command, *probe))) : std::nullopt;
  } catch (const cuda::Refusal& refusal) {
    throw Refused(refusal.what());
  }
}

}  // namespace purlin::cli
