#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "snac/host/stream.hpp"
#include "tests/support/guarded.hpp"
#include "tests/support/oracle.hpp"

namespace purlin::testing {

/// The callers' buffers of all ranks, each between guard bands, filled from an oracle and checked by it.
class World {
 public:
  explicit World(const Problem& problem);

  /// Writes the oracle's inputs and poisons all else with `poison`; before every launch.
  void fill(const Oracle& oracle, std::byte poison);

  std::vector<host::RankBuffers> buffers();

  /// What is wrong after a launch: an output, a guard band, or an input that was written. Empty where nothing
  /// is.
  std::string check(const Oracle& oracle, Rounding rounding) const;

 private:
  /// One rank's memory. In place, the smaller buffer has none of its own: it lies at `shared` in the larger.
  struct Caller {
    Guarded input;
    Guarded output;
    bool input_is_inside = false;
    bool output_is_inside = false;
    std::size_t shared = 0;
    Buffer before;  // `input` as it was filled
  };
  std::span<const std::byte> output_of(std::size_t rank) const;
  std::string check_untouched(std::size_t rank) const;

  Problem problem_;
  std::vector<std::size_t> held_after_;  // bytes
  std::vector<Caller> callers_;
};

}  // namespace purlin::testing
