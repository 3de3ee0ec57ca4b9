#pragma once
#include <optional>
#include <vector>

#include "atom_sim/simulate.hpp"
#include "cli/request.hpp"
#include "cli/what_if.hpp"
#include "snac/profile.hpp"

namespace purlin::cli {

/// One SPEC for machines on which it has the same number of ranks.
struct SimulateCase {
  Request request;
  std::vector<Variant> variants;
};

/// A `simulate` that may begin.
struct SimulateRequest {
  std::vector<SimulateCase> cases;
  std::vector<Gpu> gpus;  // of --gpus; empty: in turn
  double skew_s = 0;
  int samples = 1;
  sim::Launch launch = sim::Launch::graph;
  std::optional<Profile> profile;  // whose algorithms and costs; none: our own
  std::vector<std::string> notes;  // what was taken for want of an option
};

std::optional<SimulateRequest> read_simulate_request(const SimulateVerbOptions& options,
                                                     Diagnostics& diagnostics);

}  // namespace purlin::cli
