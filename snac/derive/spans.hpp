#pragma once
#include <vector>

#include "snac/derive/mailboxes.hpp"

namespace purlin {

/// A lane's share of a round.
struct Turn {
  int lane = 0;
  std::int64_t round = 0;
};

/// Finds where the pieces of a hop's result lie. A round's share falls into the same pieces at every hop.
class SpanFinder {
 public:
  SpanFinder(const Traffic& traffic, const Mailboxes& boxes) : traffic_(traffic), boxes_(boxes) {}

  /// Where `reader` finds them; in packets no span can.
  std::vector<Span> read(HopId id, Rank reader, Turn turn) const;
  /// In the output of the hop's rank, or of another.
  std::vector<Span> output(HopId id, Turn turn) const { return output(id, traffic_.hop(id).at, turn); }
  std::vector<Span> output(HopId id, Rank rank, Turn turn) const;
  /// In the window of the rank that made it, or of its reader-th reader.
  std::vector<Span> window(HopId id, std::size_t reader, Turn turn) const;
  /// The same as the switch takes it: all pieces as one run.
  Span in_switch(HopId id, std::size_t reader, Turn turn) const;
  /// In the packet window of a reader: [piece][fold].
  std::vector<std::vector<TakePackets::Packets>> packets(HopId id, std::size_t reader, Turn turn) const;
  /// Own contributions as they are, those of others in own packets: [piece][fold], a fold of its own one end.
  std::vector<std::vector<TakePackets::End>> ends(HopId id, Rank reader, Turn turn) const;
  /// Own contributions, folds and all.
  std::vector<Span> contribution(HopId id, Turn turn) const;

  std::size_t reader_index(HopId id, Rank reader) const;

 private:
  Range range(HopId id, Turn turn) const { return boxes_.sharing(id.flow).piece(turn.lane, turn.round); }
  const Block& shape(HopId id) const { return traffic_.flow(id).shape(traffic_.hop(id)); }

  const Traffic& traffic_;
  const Mailboxes& boxes_;
};

std::int64_t folds(const Block& block);

}  // namespace purlin
