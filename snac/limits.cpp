#include "snac/limits.hpp"

#include <algorithm>

namespace purlin {

Limits limits_of(const Fabric& fabric) {
  const Machine& machine = fabric.machine();
  const int sharing = fabric.most_ranks_of_a_gpu();
  const double window = machine.limit_window_MiB * 1024 * 1024 / sharing;
  return {machine.name, sharing, std::max(1, static_cast<int>(machine.limit_lanes) / sharing),
          static_cast<std::int64_t>(window)};
}

}  // namespace purlin
