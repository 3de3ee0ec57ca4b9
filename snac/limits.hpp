#pragma once
#include <cstdint>
#include <string>

#include "snac/fabric.hpp"

namespace purlin {

/// What a machine has room for, of each rank.
struct Limits {
  std::string machine;
  int ranks_per_gpu = 1;         // most that share one
  std::int64_t lanes = 1;        // resident at once
  std::int64_t window_half = 0;  // bytes
};

/// Ranks of a GPU share its limits alike.
Limits limits_of(const Fabric& fabric);

}  // namespace purlin
