#pragma once
#include <string>

#include "snac/schedule.hpp"
#include "snac/transfers.hpp"

namespace purlin::cli {

/// `[p] n -> n, sum of f32, 8 ranks`.
std::string describe(const Problem& problem);

/// `4096 B at 0, 16 times every 65536 B`.
std::string describe(const Block& block);

/// `rank 1 output 64 B at 0 <- sum of ranks 0 1 2, each 64 B at 64`.
std::string describe(const Problem& problem, const Transfer& transfer);

/// One action in words.
std::string describe(const Schedule& schedule, const Action& action);

}  // namespace purlin::cli
