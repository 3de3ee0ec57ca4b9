#include "spec/placement.hpp"

namespace purlin {

Placement placed_in_turn(const Machine& machine, int ranks, const std::vector<Gpu>& gpus) {
  Placement placement;
  const int count = gpus.empty() ? machine.gpus : static_cast<int>(gpus.size());
  for (int rank = 0; rank < ranks; ++rank) {
    const int turn = rank % count;
    placement.push_back(machine.loopback ? Gpu{0}
                        : gpus.empty()   ? Gpu{turn}
                                         : gpus[static_cast<std::size_t>(turn)]);
  }
  return placement;
}

}  // namespace purlin
