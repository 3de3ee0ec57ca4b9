#pragma once
#include <string>
#include <vector>

#include "snac/schedule.hpp"

namespace purlin::testing {

struct SmallMutant {
  std::string name;
  Schedule schedule;
};

/// Every way to drop an action, a rank notified or a wait, to lower a wait by one, and to swap two
/// neighbours. Notifications keep counting themselves.
std::vector<SmallMutant> small_mutants(const Schedule& schedule);

}  // namespace purlin::testing
