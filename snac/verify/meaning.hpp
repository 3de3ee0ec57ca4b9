#pragma once
#include "snac/verify/order.hpp"
#include "snac/verify/verify.hpp"

namespace purlin {

/// Every output byte is exactly the copy or the expression that the layouts name, written once, equal on all
/// holders; nothing else is written. `order` is any one that the schedule allows: where there is no race, all
/// give the same.
Check check_meaning(const Schedule& schedule, const WaitGraph& graph, const Order& order,
                    const VerifyOptions& options);

}  // namespace purlin
