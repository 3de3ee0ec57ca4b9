#pragma once
#include "snac/block.hpp"
#include "snac/verify/strided.hpp"

namespace purlin {

/// The bytes of an action's spans correspond one to one by *position*: their rank in the order of runs. The
/// i-th element of a fold stands at position + i × `fold_distance` of its first.
std::int64_t fold_distance(const Block& block);

/// `at` an address, `carry` its position. The block is not empty.
Box by_address(const Block& block);

/// `at` a position, `carry` its address. The block is not empty and has no fold.
Box by_position(const Block& block);

/// What was carried, seen as a box of its own: `at` is a, `carry` is b.
Box carried_box(const Meet& meet);

inline bool is_empty(const Block& block) {
  return block.bytes() == 0 || (block.fold && block.fold->count == 0);
}

}  // namespace purlin
