#pragma once
#include "tests/bench/loopback_bench.hpp"

namespace purlin::bench {

/// Every figure that is to be reached: what, against what, how much, and what this run got.
void print_table(const Bench& bench);

}  // namespace purlin::bench
