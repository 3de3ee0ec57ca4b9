#pragma once
#include "snac/verify/race_walk.hpp"
#include "snac/verify/verify.hpp"

namespace purlin {

/// Launches may follow each other for ever, mixed with other plans on the same windows: every launch is a
/// rendezvous, halves alternate, and halves + 1 launches in a row have shown no race.
Check check_reuse(const Schedule& schedule, const RaceWalk& walk);

}  // namespace purlin
