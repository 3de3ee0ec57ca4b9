#pragma once
#include <vector>

#include "snac/block.hpp"
#include "spec/problem.hpp"

namespace purlin {

/// A block of one rank's output and the blocks of inputs it is made of: one for a copy, for a reduction every
/// contribution once, in the order of the reduced axes' indices (the same for all holders). Sources have the
/// destination's shape; local reduced axes are folds.
struct Transfer {
  struct Source {
    Rank rank;
    Block block;  // of the input buffer
  };
  Rank to;
  Block destination;  // of the output buffer
  std::vector<Source> sources;
};

/// Every block of every output, grouped by `to` ascending; each output byte stands in exactly one. Pairs of
/// ranks that the layouts join but whose sizes are zero keep an empty transfer: the protocol does not depend
/// on sizes. Of replicated inputs the source is chosen here: the rank itself, else the least busy port.
std::vector<Transfer> transfers_of(const Problem& problem);

}  // namespace purlin
