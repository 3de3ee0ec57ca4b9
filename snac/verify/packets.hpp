#pragma once
#include <vector>

#include "snac/verify/order.hpp"

namespace purlin {

inline constexpr std::int64_t kWordBytes = 8;     // payload of a packet
inline constexpr std::int64_t kPacketBytes = 16;  // with its stamp

/// Words [first, last) of a rank's packet window, written or taken with one turn.
struct PacketRun {
  Rank rank;
  std::uint32_t turn = 1;
  std::int64_t first = 0;
  std::int64_t last = 0;
};

std::vector<PacketRun> puts_of(const Action& action);
std::vector<PacketRun> takes_of(const Action& action);

}  // namespace purlin
