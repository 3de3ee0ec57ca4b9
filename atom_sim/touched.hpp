#pragma once
#include <vector>

#include "snac/schedule.hpp"
#include "spec/placement.hpp"

namespace purlin::sim {

/// Bytes of each GPU's memory that a launch touches: of every buffer the part from the first byte to the
/// last.
std::vector<double> touched_bytes(const Schedule& schedule, const Machine& machine,
                                  const Placement& placement);

}  // namespace purlin::sim
