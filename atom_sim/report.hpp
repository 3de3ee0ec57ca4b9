#pragma once
#include <vector>

#include "atom_sim/lane_actor.hpp"
#include "atom_sim/script.hpp"
#include "atom_sim/simulate.hpp"

namespace purlin::sim {

/// What was simulated, and the times it took.
struct Walked {
  const Schedule& schedule;
  const Network& network;
  const Script& script;
  std::string_view launch_constant;  // that every start follows from
  const std::vector<double>& start_s;
  const std::vector<StepTimes>& times;
};

/// Everything that a walk says. Asserts that it is not faster than its floor.
SimReport report_of(const Walked& walked, bool trace);

/// Why lanes did not come to their end; nullopt where all did.
std::optional<HangReport> hang_of(const Walked& walked);

/// The slowest lane's time, followed back over what it waited for.
std::vector<PathShare> critical_path_of(const Walked& walked);

}  // namespace purlin::sim
