#pragma once
#include "snac/derive/mailboxes.hpp"

namespace purlin {

/// A step of a round, and the place it has in the order that all lanes keep: waves of as many rounds as fit
/// into the windows; in a wave step by step, in a step round by round, so that a peer's answer to one round
/// is on its way while others are worked on. Waits are for what comes earlier in this order: no deadlock.
struct Moment {
  int step = 0;
  std::int64_t round = 0;
};

template <class Visit>
void for_each_moment(std::int64_t rounds, std::int64_t depth, int steps, Visit&& visit) {
  for (std::int64_t wave = 0; wave < rounds; wave += depth)
    for (int step = 0; step <= steps; ++step)
      for (std::int64_t round = wave; round < std::min(rounds, wave + depth); ++round)
        visit(Moment{step, round});
}

/// Which of a rank's notifications to a reader announces what it made at a moment: its ordinal, from 1. In
/// place, contributions are announced once; all else is announced round by round.
std::int64_t ordinal(const Traffic& traffic, const Mailboxes& boxes, Rank rank, Rank reader, Moment moment);

}  // namespace purlin
