#pragma once

namespace purlin::cuda {

inline constexpr int kMostThreads =
    512;  // of a lane: with up to 128 registers each, one lane per multiprocessor
inline constexpr int kLeastThreads = 128;
inline constexpr int kStaticSharedBytes = 1024;  // at most, beside the dynamic ones; the system's own counted

}  // namespace purlin::cuda
