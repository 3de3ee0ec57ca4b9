// Stands in for cuda_probe.cpp where the CUDA Atom is not built.
#include "cli/complain.hpp"
#include "cli/executor.hpp"
#include "cli/probe_machine.hpp"

namespace purlin::cli {

std::optional<ProbedMachine> probe_machine(const ProbedDevices&, const std::string&,
                                           const std::function<bool(const std::string&)>&,
                                           Diagnostics& diagnostics) {
  complain(diagnostics, "--probe: " + why_no_cuda(), "a machine with CUDA devices is what it measures");
  return std::nullopt;
}

}  // namespace purlin::cli
