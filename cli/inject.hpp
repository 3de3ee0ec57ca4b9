#pragma once
#include <string>
#include <vector>

#include "snac/atom.hpp"
#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// `KIND:rank=R[,lane=L][,action=I][,time=T]`: delay, drop or absent. T in ns, us, ms or s.
std::vector<Injection> parse_injections(const std::vector<std::string>& texts, Diagnostics& diagnostics);

}  // namespace purlin::cli
