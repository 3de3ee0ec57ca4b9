#pragma once
#include <algorithm>

namespace purlin::cli {

/// What the shell sees. Ordered so that of several cases the worst wins.
enum class Exit {
  good = 0,
  bad_answer = 1,   // a proof failed, wrong data, a wait gave up, a comparison beyond its threshold
  bad_request = 2,  // usage, spec, machine file, unreadable input, known to be too large
  failure = 3,      // the world's: writing, memory, driver
  interrupted = 130,
};

inline Exit worst(Exit a, Exit b) { return std::max(a, b); }

}  // namespace purlin::cli
