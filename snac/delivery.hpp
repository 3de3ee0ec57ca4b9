#pragma once
#include <cstdint>
#include <vector>

#include "snac/block.hpp"
#include "spec/problem.hpp"

namespace purlin {

/// One block of the output, whoever wants it, and what it is made of, whoever holds that: transfers before
/// anybody has chosen who reads from whom. Replicas of a layout have equal buffers, so one block serves all.
struct Delivery {
  struct Source {
    std::vector<Rank> holders;  // ascending; any of them will do
    Block block;                // of the input buffer
  };
  Block destination;     // of the output buffer
  std::vector<Rank> to;  // ascending
  std::vector<Source> sources;

  bool is_wanted_by(Rank rank) const;
  /// Elements that every output element is made of.
  std::int64_t reduced() const;
};

/// Every block of every output once, in the order of their first reader.
std::vector<Delivery> deliveries_of(const Problem& problem);

}  // namespace purlin
