#pragma once
#include "snac/action.hpp"
#include "spec/machine.hpp"

namespace purlin {

/// What `datapath` reaches over one link, one direction. Multicast is the hub's, not the link's: not known
/// here.
const Constant& link_rate(const LinkKind& link, Datapath datapath);

/// What one lane moves by `datapath`. Copy engines have no lane of their own: not known.
const Constant& lane_rate(const Machine& machine, Datapath datapath);

}  // namespace purlin
