#include "atom_sim/skew.hpp"

#include <random>

namespace purlin::sim {

std::vector<double> arrival_skew(int ranks, double most_s, std::uint64_t seed, std::uint64_t sample) {
  // The engine's numbers are fixed by the standard; those of its distributions are not.
  std::seed_seq seeds{seed & 0xffffffff, seed >> 32, sample & 0xffffffff, sample >> 32};
  std::mt19937_64 random(seeds);
  std::vector<double> skew_s;
  for (int rank = 0; rank < ranks; ++rank)
    skew_s.push_back(most_s * static_cast<double>(random() >> 11) * 0x1p-53);
  return skew_s;
}

}  // namespace purlin::sim
