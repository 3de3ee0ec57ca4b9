#pragma once
#include "snac/cut.hpp"
#include "snac/transfers.hpp"

namespace purlin {

/// How a transfer's bytes are shared among lanes, and a lane's part among rounds. All ranks share alike, so
/// that lane l of a reader meets lane l of those it reads from.
struct Sharing {
  int lanes = 1;
  std::int64_t chunk = 0;    // most bytes of a piece, folds counted; 0: whole
  std::int64_t element = 1;  // bytes
  bool in_place = false;     // then a lane overwrites only what it staged: sharing goes by position alone

  /// What `lane` moves of the transfer.
  Range of_lane(const Transfer& transfer, int lane) const;
  /// Pieces that a lane's part falls into, and piece `round` of them (empty beyond).
  std::int64_t rounds(const Transfer& transfer, int lane) const;
  Range piece(const Transfer& transfer, int lane, std::int64_t round) const;
  /// Bytes of the largest piece of any lane, folds not counted.
  std::int64_t largest_piece(const Transfer& transfer) const;

 private:
  std::int64_t granule(const Transfer& transfer) const;
  std::int64_t piece_bytes(const Transfer& transfer) const;
};

}  // namespace purlin
