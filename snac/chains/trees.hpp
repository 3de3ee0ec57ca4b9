#pragma once
#include <vector>

namespace purlin {

/// How a group of ranks hands on towards its member 0, or away from it: whom each position hands to and in
/// which round. A position hands on after all that hand to it.
struct Tree {
  std::vector<int> parent;  // [position]; of 0: itself
  std::vector<int> round;   // [position] from 0
  int rounds = 0;

  int size() const { return static_cast<int>(parent.size()); }
  /// The round in which a position receives when the same tree spreads from its root.
  int round_down(int position) const { return rounds - 1 - round[static_cast<std::size_t>(position)]; }
  /// All but the root, in the order in which they hand on.
  std::vector<int> upwards() const;
};

/// Everyone to the root at once.
Tree star(int size);
/// Each to the one before it.
Tree path(int size);
/// ⌈log2 size⌉ rounds for any size: those beyond half the rest hand over that half, rounded up, down (Träff,
/// "Optimal, non-pipelined reduce-scatter and allreduce algorithms", 2024). Turned so that every member is
/// root once, every round is one exchange with one peer.
Tree circulant(int size);
/// Two below each.
Tree binary(int size);

using TreeOf = Tree (*)(int size);

/// Positions row by row: each row by a tree of its own first, then the rows' heads, their first positions.
Tree nested(const Tree& heads, const std::vector<Tree>& rows);

}  // namespace purlin
