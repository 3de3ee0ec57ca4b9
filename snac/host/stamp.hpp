#pragma once
#include <cstdint>

namespace purlin::host {

/// What a notify stores: the epoch modulo 2^32 in the upper half, the ordinal within the launch in the lower
/// one. Stamps of one slot only grow and are compared by signed difference, so that epochs may wrap.
using Stamp = std::uint64_t;

constexpr Stamp stamp(std::uint64_t epoch, std::uint32_t ordinal) { return epoch << 32 | ordinal; }

constexpr bool reached(Stamp seen, Stamp wanted) { return static_cast<std::int64_t>(seen - wanted) >= 0; }

/// The ordinal that `seen` stands for in the launch `epoch`; 0 where it is older.
constexpr std::uint32_t ordinal_in(std::uint64_t epoch, Stamp seen) {
  return reached(seen, stamp(epoch, 0)) ? static_cast<std::uint32_t>(seen) : 0;
}

/// What the flag of a packet is before anybody wrote it: poison.
inline constexpr Stamp kNoStamp = ~Stamp{0};

/// A stamp this many launches old would no longer look old: slots are refreshed well before.
inline constexpr std::uint64_t kStaleAfter = std::uint64_t{1} << 30;

}  // namespace purlin::host
