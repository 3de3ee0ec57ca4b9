#pragma once
#include "snac/derive/program_writer.hpp"
#include "snac/derive/window_plan.hpp"

namespace purlin {

/// Pull from windows: lanes stage rounds into their own part, peers read them; a round's part is staged again
/// only after its readers said "drained".
void derive_staged(const Exchange& exchange, const WindowPlan& window, Schedule& schedule);

}  // namespace purlin
