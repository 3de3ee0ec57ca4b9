#pragma once
#include <vector>

#include "snac/schedule.hpp"
#include "snac/transfers.hpp"

namespace purlin {

/// The transfers of one step, seen from every rank. Peers are listed from rank + 1 on, so that no port is hit
/// by all at once; a rank is no peer of its own.
struct Exchange {
  Exchange(const Problem& problem, std::vector<Transfer> transfers);

  const Problem& problem;
  std::int64_t element;  // bytes
  std::vector<Transfer> transfers;
  std::vector<std::vector<const Transfer*>> reads;  // [rank] in the order to be done
  std::vector<std::vector<Rank>> producers;         // [rank] whom it reads from
  std::vector<std::vector<Rank>> consumers;         // [rank] who reads from it

  int ranks() const { return problem.ranks(); }
  std::vector<Rank> everybody_but(Rank rank) const;
};

/// Elements of a source that one output element takes in, most over the sources (1 without folds).
std::int64_t most_folded(const Transfer& transfer);

}  // namespace purlin
