#pragma once
#include <cstdint>
#include <string>

#include "snac/schedule.hpp"

namespace purlin {

/// One action of a schedule: where a counter-example points.
struct Site {
  Rank rank;
  int lane = 0;
  std::int64_t action = 0;
  friend bool operator==(const Site&, const Site&) = default;
};

const Action& action_at(const Schedule& schedule, const Site& site);

/// `rank 3, lane 0, action 5 (consume)`
std::string describe(const Schedule& schedule, const Site& site);

/// `staged of rank 3, lane 0 (slot 7)`
std::string describe_slot(const Schedule& schedule, int slot);

/// Calls `visit(site, action)` for every action, rank by rank, lane by lane, in program order.
template <class Visit>
void for_each_action(const Schedule& schedule, Visit&& visit) {
  for (std::size_t rank = 0; rank < schedule.programs.size(); ++rank)
    for (std::size_t lane = 0; lane < schedule.programs[rank].size(); ++lane)
      for (std::size_t i = 0; i < schedule.programs[rank][lane].size(); ++i)
        visit(Site{{static_cast<int>(rank)}, static_cast<int>(lane), static_cast<std::int64_t>(i)},
              schedule.programs[rank][lane][i]);
}

}  // namespace purlin
