#pragma once
#include <string>

#include "snac/derive/style.hpp"

namespace purlin {

/// Why the flows would destroy an input that shares memory with the output before everybody has read it, or
/// empty. Staging and packets move a contribution out of the way before its lane overwrites exactly its
/// place; in place, who overwrites it must come after who has read it.
std::string in_place_hazard(const Problem& problem, const Flows& flows, Style style);

}  // namespace purlin
