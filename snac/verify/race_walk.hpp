#pragma once
#include <optional>

#include "snac/verify/accesses.hpp"
#include "snac/verify/clocks.hpp"
#include "snac/verify/order.hpp"

namespace purlin {

/// One side of a conflict: an action of a launch, or a rank's caller before or after its launch.
struct Actor {
  bool is_caller = false;
  Site site;           // of a caller: the rank alone
  int launch = 1;      // from 1
  bool ended = false;  // of a caller: after the launch, else before
};

/// Two accesses to the same bytes, one of them a write, in no order.
struct Conflict {
  Actor first;  // as met on the walk: another execution may meet them the other way round
  Actor second;
  bool first_writes = false;
  bool second_writes = false;
  BufferKind buffer = BufferKind::input;
  Rank rank;
  std::int64_t begin = 0;  // shared bytes (words of a packet window), from the first to the last
  std::int64_t end = 0;

  bool has_caller() const { return first.is_caller || second.is_caller; }
  bool is_across() const { return first.launch != second.launch; }
};

/// What launches in a row, each between its callers' write before and their read and overwrite after, showed.
struct RaceWalk {
  std::optional<Conflict> within;  // first conflict of accesses of one launch
  std::optional<Conflict> across;  // of several launches
  struct Apart {
    Rank ends, starts;
  };
  std::optional<Apart> apart;  // `ends` may end its launch before `starts` has started it
  int launches = 0;
  std::int64_t accesses = 0;
  std::int64_t clocks = 0;  // most kept at a time
};

/// Walks halves + 1 launches, so that every half of a window is used again.
RaceWalk walk_races(const Schedule& schedule, const WaitGraph& graph, const Order& order);

}  // namespace purlin
