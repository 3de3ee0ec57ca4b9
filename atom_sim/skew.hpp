#pragma once
#include <cstdint>
#include <vector>

namespace purlin::sim {

/// When each rank arrives: evenly spread over [0, `most_s`), the same for the same seed and sample
/// everywhere.
std::vector<double> arrival_skew(int ranks, double most_s, std::uint64_t seed, std::uint64_t sample);

}  // namespace purlin::sim
