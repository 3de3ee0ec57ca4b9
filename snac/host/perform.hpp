#pragma once
#include "snac/host/memory.hpp"

namespace purlin::host {

enum class Progress { finished, moved, blocked };

/// Does up to `limit` of what is left of `action` on behalf of `self`, from `done` on, and advances `done`.
/// Units are the action's own: ranks notified, waits met, bytes copied or reduced, words of packets. Never
/// waits.
Progress perform(const LaunchMemory& memory, Rank self, const Action& action, std::int64_t& done,
                 std::int64_t limit);

/// All units of `action`.
std::int64_t units_of(const Action& action);

}  // namespace purlin::host
