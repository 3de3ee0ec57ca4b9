#pragma once
#include <cstdint>
#include <vector>

#include "spec/problem.hpp"

namespace purlin {

/// Chooses among the ranks that hold a replicated input: the reader itself, else the port with the fewest
/// bytes so far, else the next one after the reader. The one place where this choice is made.
class SourceChoice {
 public:
  explicit SourceChoice(const Problem& problem);

  /// The rank that `reader` takes the slice with bound axes at `index` from; `bytes` are booked on its port.
  Rank choose(Rank reader, const Index& index, std::int64_t bytes);

 private:
  void list_holders(const Index& index);

  const Problem& problem_;
  std::vector<int> free_axes_;        // mesh axes along which the input is replicated
  std::vector<Rank> holders_;         // of the slice asked for last
  std::vector<std::int64_t> booked_;  // bytes read from each rank
};

}  // namespace purlin
