#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "spec/problem.hpp"

namespace purlin {

/// A rank that holds the slice of `layout` in which bound axes stand at `index`.
Rank holder_of(const Problem& problem, const Layout& layout, const Index& index);

/// All ranks that agree with `rank` along every mesh axis that `layout` binds or pins: they hold the same
/// slice. Ascending, `rank` among them.
std::vector<Rank> replicas(const Problem& problem, const Layout& layout, Rank rank);

/// Chooses among the ranks that hold a replicated input: the reader itself, else the port with the fewest
/// bytes so far, else the next one after the reader. The one place where this choice is made.
class SourceChoice {
 public:
  explicit SourceChoice(int ranks) : booked_(static_cast<std::size_t>(ranks)) {}

  /// The one of `holders` that `reader` takes `bytes` from; they are booked on its port.
  Rank choose(Rank reader, std::span<const Rank> holders, std::int64_t bytes);

 private:
  std::vector<std::int64_t> booked_;  // bytes read from each rank
};

}  // namespace purlin
