#pragma once
#include <vector>

#include "snac/verify/wait_graph.hpp"

namespace purlin {

/// All events so that each follows what it waits for; where that is impossible, the cycle.
struct Order {
  std::vector<Event> events;
  std::vector<Event> cycle;  // each waits for one before the next of the same lane; empty where there is none
};
Order order_of(const WaitGraph& graph);

}  // namespace purlin
