#pragma once
#include "snac/host/unmet.hpp"

namespace purlin::host {

/// Where a lane stood when its run gave up.
struct Stand {
  enum class Kind {
    absent,   // its rank never launched
    working,  // before or in `action`, which waits for nobody
    waiting,  // in `action`, for `unmet`
    meeting,  // before a launch, for other lanes of its rank
    ended
  };
  Kind kind = Kind::absent;
  const Schedule* schedule = nullptr;
  std::int64_t launch = 0;  // of the run, from 0
  std::int64_t action = 0;
  std::optional<Unmet> unmet;
  bool came_late = false;  // what it waited for, once it had given up
};

/// Follows the waits from the lane that gave up to the one that nobody keeps from going on. [rank][lane].
HangReport explain_hang(const std::vector<std::vector<Stand>>& stands, Rank rank, int lane);

}  // namespace purlin::host
