#pragma once
#include <string>

#include "spec/problem.hpp"

namespace purlin::cli {

inline constexpr int kMostDrawnRanks = 64;

/// The mesh as a grid, in each cell what its rank holds: bound indices, `whole` or `-`; and how many bytes,
/// where ranks differ. The last mesh axis runs across. Needs at most kMostDrawnRanks ranks.
std::string draw(const Problem& problem, const Layout& layout);

}  // namespace purlin::cli
