#pragma once
#include "snac/flow.hpp"

namespace purlin {

/// Has final copies done by who has what they copy: it writes straight into the outputs of those who would
/// have read it, beside its own. Whether there was one.
bool push_into_outputs(Flows& flows, int ranks);

}  // namespace purlin
