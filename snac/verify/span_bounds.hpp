#pragma once
#include "snac/schedule.hpp"

namespace purlin {

/// Every span well-formed, inside its buffer, of its action's shape, in memory that the rank may touch; every
/// operation one that applies. Returns the number of spans; throws a Counterexample. Relies on tables of the
/// right sizes.
std::int64_t check_span_bounds(const Schedule& schedule);

}  // namespace purlin
