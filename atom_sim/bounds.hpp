#pragma once
#include <vector>

#include "atom_sim/script.hpp"
#include "atom_sim/simulate.hpp"

namespace purlin::sim {

/// Seconds a byte takes on each route if no other flow is there.
std::vector<double> alone_s(const Network& network);

/// Bytes that pass each resource of the network, as often as they do.
std::vector<double> bytes_of(const Network& network, const Script& script);

/// The floor of a script whose ranks start at `start_s`.
Floor floor_of(const Network& network, const Script& script, const std::vector<double>& start_s);

}  // namespace purlin::sim
