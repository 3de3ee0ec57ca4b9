#pragma once
#include "snac/verify/verify.hpp"

namespace purlin {

/// Every span inside its buffer, every slot with its one producer, every wait value within a launch's count,
/// lanes and windows within `limits`. The other proofs rely on it.
Check check_bounds(const Schedule& schedule, const std::optional<Limits>& limits = {});

}  // namespace purlin
