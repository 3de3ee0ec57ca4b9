#pragma once
#include "atom_sim/simulate.hpp"
#include "snac/schedule.hpp"

namespace purlin::sim {

/// A configuration whose schedule nobody has verified: for tests of the model itself.
struct RawJob {
  const Schedule* schedule = nullptr;
  const Machine* machine = nullptr;
  SimOptions options;
};

std::vector<SimReport> simulate_raw(std::span<const RawJob> jobs, int processes);

}  // namespace purlin::sim
