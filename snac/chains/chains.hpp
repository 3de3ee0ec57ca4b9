#pragma once
#include "snac/chain.hpp"

namespace purlin {

// One file each; snac/chain.cpp lists them.
extern const Chain kDirect;
extern const Chain kTwoPhase;
extern const Chain kRing;
extern const Chain kHalving;
extern const Chain kTree;
extern const Chain kHierarchical;
extern const Chain kMulticast;

}  // namespace purlin
