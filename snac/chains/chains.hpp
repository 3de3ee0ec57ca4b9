#pragma once
#include "snac/chain.hpp"

namespace purlin {

// One file each; snac/chain.cpp lists them.
extern const Chain kDirect;
extern const Chain kTwoPhase;

}  // namespace purlin
