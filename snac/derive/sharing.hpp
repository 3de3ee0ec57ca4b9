#pragma once
#include "snac/flow.hpp"

namespace purlin {

/// What all flows are cut by.
struct Cutting {
  int lanes = 1;
  std::int64_t chunk = 0;    // most bytes of a piece, folds counted; 0: whole
  std::int64_t element = 1;  // bytes
  bool by_position = false;  // lanes own places, so that in place a lane overwrites only what it has read
};

/// How a flow's bytes are shared among lanes, and a lane's part among rounds. All its hops share alike, so
/// that lane l of a reader meets lane l of those it reads from.
class Sharing {
 public:
  Sharing(const Flow& flow, const Cutting& cutting);

  Range of_lane(int lane) const;
  /// Pieces that the largest lane's part falls into.
  std::int64_t rounds() const;
  /// Piece `round` of a lane's part, empty beyond the last.
  Range piece(int lane, std::int64_t round) const;
  /// Bytes of the largest piece of any lane, folds not counted.
  std::int64_t largest_piece() const;

 private:
  Range range_;
  int lanes_;
  int turn_;  // small flows start at different lanes
  std::int64_t granule_;
  std::int64_t piece_;
};

/// Elements of a source that one output element takes in, most over the sources (1 without folds).
std::int64_t most_folded(const Delivery& delivery);

}  // namespace purlin
