#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace purlin::testing {

/// Of cases, each a value per factor: indices of some in which any two values that stand together in a case
/// stand together too. Which ones, the seed decides.
std::vector<std::size_t> pairwise(const std::vector<std::vector<std::string>>& cases, std::uint64_t seed);

}  // namespace purlin::testing
