#pragma once
#include "snac/bandwidth.hpp"
#include "snac/schedule.hpp"
#include "spec/placement.hpp"

namespace purlin {

/// Bytes of payload that `schedule` passes through the port of each GPU, ranks placed as `placement` says.
/// What ranks of one GPU exchange passes none, but by way of the switch: up once from every giver and down to
/// who asked, up once from there and down to every taker.
PortBytes port_bytes(const Schedule& schedule, const Placement& placement);

/// The same with a port for each rank.
PortBytes port_bytes(const Schedule& schedule);

}  // namespace purlin
