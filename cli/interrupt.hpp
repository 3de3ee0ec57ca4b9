#pragma once

namespace purlin::cli {

/// From now on Ctrl-C is remembered instead of ending the process; a second one ends it.
void catch_interrupts();

bool interrupted();

}  // namespace purlin::cli
