#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "spec/problem.hpp"

namespace purlin::testing {

/// What inputs are made of. `exact`: values whose sums and products hold no rounding; `rough`: any mantissa,
/// so that order and rounding show; copies, integers, min and max take any bits under both.
enum class Data { exact, rough };

/// How the schedule under test rounds: once (a flat tree), or after every hop.
enum class Rounding { once, per_hop };

using Buffer = std::vector<std::byte>;
using Outputs = std::vector<std::span<const std::byte>>;  // one per rank

/// A slow interpreter of the definition: one global tensor, of which ranks hold slices. Shares no arithmetic
/// with the product.
class Oracle {
 public:
  Oracle(const Problem& problem, std::uint64_t seed, Data data);

  /// What `rank` holds before.
  Buffer input_of(Rank rank) const;

  /// The first thing wrong with what the ranks hold after; empty where all is right. Floats: within the bound
  /// that `rounding` allows, and bit-equal wherever several ranks hold an element.
  std::string check(const Outputs& outputs, Rounding rounding) const;

 private:
  struct Seen;
  std::vector<std::uint64_t> contributions_to(const Index& index) const;
  std::string check_element(const Index& index, Rank rank, std::uint64_t bits, Rounding rounding,
                            Seen& seen) const;

  Problem problem_;
  std::vector<AxisId> reduced_;        // parents before their ragged axes
  std::vector<std::uint64_t> tensor_;  // [every axis of the input]
};

/// Elements that `rank` holds under `layout`, counted one by one.
std::size_t count_held(const Problem& problem, const Layout& layout, Rank rank);

/// Elements before the smaller in the larger of the two buffers that `rank` may share in place.
std::size_t shared_position(const Problem& problem, Rank rank);

}  // namespace purlin::testing
