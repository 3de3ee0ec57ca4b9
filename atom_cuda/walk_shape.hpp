#pragma once

namespace purlin::cuda {

/// What a walking kernel can do. A launch of a few KiB lasts as long as its instructions take to be fetched,
/// so that kernels for common lists leave out what these do not need.
enum class Walk {
  any,      // any list, also a soak
  flat,     // one launch; signals, and flat copies and reductions without a division
  packets,  // one launch; flat packets without a division, no signals
};

inline constexpr int kMostThreads =
    512;  // of a lane: with up to 128 registers each, one lane per multiprocessor
inline constexpr int kLeastThreads = 256;        // blocks of 128 were seen to start 0.3 us later
inline constexpr int kStaticSharedBytes = 1024;  // at most, beside the dynamic ones; the system's own counted

}  // namespace purlin::cuda
