#pragma once
#include "snac/host/unmet.hpp"

namespace purlin::host {

/// The action that should have ended a wait; -1: no action does.
struct Sender {
  Rank rank;
  int lane = 0;
  std::int64_t action = -1;
};

Sender sender_of(const Schedule& schedule, const Unmet& unmet, Rank waiter);

}  // namespace purlin::host
