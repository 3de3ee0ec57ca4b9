#pragma once
#include <limits>
#include <vector>

#include "atom_sim/platform.hpp"
#include "atom_sim/script.hpp"

namespace purlin::sim {

/// When a step began to wait, went to work and ended, seconds from the launch. Not a number: it did not get
/// there.
struct StepTimes {
  double begin_s = std::numeric_limits<double>::quiet_NaN();
  double work_s = std::numeric_limits<double>::quiet_NaN();
  double end_s = std::numeric_limits<double>::quiet_NaN();
};

/// One actor per (rank, lane) walks the script; lanes of `start_s[rank]` start then. Returns each step's
/// times once no actor can go on. Needs a platform of this process.
std::vector<StepTimes> walk(const Platform& platform, const Script& script,
                            const std::vector<double>& start_s);

}  // namespace purlin::sim
