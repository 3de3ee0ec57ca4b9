#pragma once
#include <string>

#include "snac/fabric.hpp"
#include "snac/flow.hpp"

namespace purlin {

/// Lets ranks between pass on what two ranks cannot hand each other. Steps move apart where relays need some
/// of their own. Returns which ranks nothing connects, or an empty string.
std::string add_relays(Flows& flows, const Fabric& fabric);

}  // namespace purlin
