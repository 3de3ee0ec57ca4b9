#pragma once
#include <string>

#include "snac/derive/exchange.hpp"

namespace purlin {

/// Why the regime would destroy an input that shares memory with the output before everybody has read it, or
/// empty. Pulling in place, peers read a rank's input at any time. Staging, a lane stages a piece before it
/// overwrites exactly that piece.
std::string in_place_hazard(const Exchange& exchange, Regime regime);

}  // namespace purlin
