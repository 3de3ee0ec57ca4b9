#pragma once
#include <vector>

#include "spec/ids.hpp"
#include "spec/machine.hpp"

namespace purlin {

/// The GPU of each rank.
using Placement = std::vector<Gpu>;

/// Rank r on the r-th of `gpus` (all of the machine where empty), from the first again where there are more
/// ranks; on a loopback machine all share gpu0.
Placement placed_in_turn(const Machine& machine, int ranks, const std::vector<Gpu>& gpus = {});

}  // namespace purlin
