#pragma once
#include "snac/host/memory.hpp"

namespace purlin::host {

/// What keeps an await or a take from going on.
struct Unmet {
  std::optional<int> slot;  // of the waiting rank; unset: packets
  std::int64_t offset = 0;  // of the first packet missing, bytes into the half of the packet window
  std::uint32_t expected = 0;
  std::uint32_t seen = 0;
  bool overwritten = false;  // a packet that a later turn or launch has replaced
};

/// Nothing where `action`, of which `done` units are done, can go on.
std::optional<Unmet> unmet(const LaunchMemory& memory, Rank self, const Action& action, std::int64_t done);

}  // namespace purlin::host
