#pragma once
#include "snac/derive/traffic.hpp"

namespace purlin {

/// Whether every rank's end follows every rank's start by the data flow alone: through what it reads, through
/// what those have read before, and through those who must say that they have read its own buffers.
bool is_rendezvous(const Traffic& traffic, int lanes);

}  // namespace purlin
