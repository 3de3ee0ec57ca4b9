#pragma once
#include "snac/derive/program_writer.hpp"
#include "snac/derive/sharing.hpp"

namespace purlin {

/// Pull in place: "my input is ready", read peers' inputs, "I have read yours". Nothing is staged.
void derive_zero_copy(const Exchange& exchange, const Sharing& sharing, Schedule& schedule);

}  // namespace purlin
