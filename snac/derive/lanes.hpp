#pragma once
#include "snac/derive/mailboxes.hpp"

namespace purlin {

/// Writes the programs of all lanes: what the traffic says, in the order of moments, with the notifications
/// that it needs and no other.
void write_lanes(const Traffic& traffic, const Mailboxes& boxes, Schedule& schedule);

}  // namespace purlin
