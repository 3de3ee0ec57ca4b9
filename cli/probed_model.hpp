#pragma once
#include <string>

#include "atom_cuda/probe.hpp"
#include "cli/probe_machine.hpp"

namespace purlin::cli {

/// A machine model of what a probe measured, each source beginning with `origin`. One device: a loopback
/// machine. Several: behind a switch where all pairs are alike, else a link for each pair.
ProbedMachine model_of(const cuda::Probe& probe, const std::string& origin);

}  // namespace purlin::cli
