#pragma once
#include <optional>
#include <string>
#include <vector>

#include "snac/schedule.hpp"
#include "spec/diagnostic.hpp"
#include "spec/machine.hpp"

namespace purlin {

/// What the user forces; unset is the planner's choice.
struct PlanOptions {
  std::optional<std::string> algorithm;
  std::optional<Regime> regime;
  std::optional<bool>
      push;  // producers write into readers' memory; unset, zero_copy does so in loopback alone
  std::optional<int> lanes;
  std::optional<int> most_lanes;            // what executes it may host fewer than the machine
  std::optional<std::int64_t> chunk;        // bytes
  std::optional<std::int64_t> window_half;  // bytes a rank may stage at a time
  bool deterministic = false;
  bool in_switch = true;           // of a machine given: else only a forced algorithm goes by way of it
  std::optional<Machine> machine;  // fully connected, a GPU per rank, unless given
  std::vector<Gpu> gpus;           // for the ranks in turn; all of the machine where empty
};

/// The front door: the complete schedule for `problem`, or nullopt and the reason in `diagnostics`.
std::optional<Schedule> plan(const Problem& problem, const PlanOptions& options, Diagnostics& diagnostics);

}  // namespace purlin
