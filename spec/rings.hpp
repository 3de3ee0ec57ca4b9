#pragma once
#include <vector>

#include "spec/topology.hpp"

namespace purlin {

/// Rings through all of `gpus` that share no link in one direction, each over direct links alone; every ring
/// may also be walked backwards. A link of `count` parallel ones serves that many rings. Found by a bounded
/// search, so not always the most there are. Empty where direct links make no ring (switches, PCIe).
std::vector<std::vector<Gpu>> disjoint_rings(const Machine& machine, const std::vector<Gpu>& gpus);

}  // namespace purlin
