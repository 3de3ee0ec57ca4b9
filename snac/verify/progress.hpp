#pragma once
#include "snac/verify/order.hpp"
#include "snac/verify/verify.hpp"

namespace purlin {

/// No lane waits for ever, given that all lanes of all ranks run at once. Leaves the graph and an order for
/// the other proofs, where there is one.
struct Progress {
  Check check;
  std::optional<WaitGraph> graph;
  Order order;
};
Progress check_progress(const Schedule& schedule);

}  // namespace purlin
