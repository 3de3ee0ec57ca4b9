#pragma once
#include "snac/verify/race_walk.hpp"
#include "snac/verify/verify.hpp"

namespace purlin {

/// Any two accesses of a launch to the same byte, one of them a write, are ordered, the caller's before and
/// after included; no action overwrites what it reads.
Check check_races(const Schedule& schedule, const WaitGraph& graph, const RaceWalk& walk);

/// The conflict in words: the two accesses, and the notification missing between them.
std::string describe(const Schedule& schedule, const Conflict& conflict);

}  // namespace purlin
