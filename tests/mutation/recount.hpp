#pragma once
#include "snac/schedule.hpp"

namespace purlin::testing {

/// Gives every notification its ordinal and takes back waits for more than come, so that a changed protocol
/// is told by more than its count. A notify whose ranks stand at different ordinals is split.
void recount(Schedule& schedule);

}  // namespace purlin::testing
