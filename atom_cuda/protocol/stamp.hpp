#pragma once
#include <cstdint>

namespace purlin::cuda {

/// What a notify stores: the epoch modulo 2^32 in the upper half, the ordinal within the launch in the lower.
using Stamp = std::uint64_t;

#ifdef __CUDACC__
#define PURLIN_BOTH __host__ __device__
#else
#define PURLIN_BOTH
#endif

PURLIN_BOTH constexpr Stamp stamp(std::uint64_t epoch, std::uint32_t ordinal) {
  return epoch << 32 | ordinal;
}

/// By signed difference, so that epochs may wrap.
PURLIN_BOTH constexpr bool reached(Stamp seen, Stamp wanted) {
  return static_cast<std::int64_t>(seen - wanted) >= 0;
}

/// The ordinal that `seen` stands for in the launch `epoch`; 0 where it is older.
PURLIN_BOTH constexpr std::uint32_t ordinal_in(std::uint64_t epoch, Stamp seen) {
  return reached(seen, stamp(epoch, 0)) ? static_cast<std::uint32_t>(seen) : 0;
}

/// Slots are refreshed after this many launches: at twice as many an old stamp would look new.
inline constexpr std::uint64_t kRefreshAfter = std::uint64_t{1} << 30;

}  // namespace purlin::cuda
