#include "atom_sim/placement.hpp"

namespace purlin::sim {

Placement placed_in_turn(const Machine& machine, int ranks, const std::vector<Gpu>& gpus) {
  Placement placement;
  for (int rank = 0; rank < ranks; ++rank) {
    const auto index = static_cast<std::size_t>(rank);
    placement.push_back(machine.loopback ? Gpu{0} : gpus.empty() ? Gpu{rank} : gpus.at(index));
  }
  return placement;
}

}  // namespace purlin::sim
