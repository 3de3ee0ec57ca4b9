#pragma once
#include <map>
#include <string>
#include <vector>

#include "tests/support/symbols.hpp"
#include "tests/support/tiny_memory.hpp"

namespace purlin::testing {

/// What the callers of tiny launches put in before every launch and have to find after it, by nested loops
/// over the layouts.
class Expected {
 public:
  Expected(const TinyMemory& memory, Symbols& symbols) : memory_(memory), symbols_(symbols) {}

  /// Writes the inputs of `launch`, where there is such a launch.
  void fill(int launch, int rank, std::vector<Symbol>& memory) const;
  /// What is wrong after `launch`: an element of the output, one that differs from another holder's, or an
  /// input written where no output lies. Empty where nothing is.
  std::string check(int launch, int rank, const std::vector<Symbol>& memory);

 private:
  std::string check_output(int launch, int rank, const std::vector<Symbol>& memory);
  std::string check_input(int launch, int rank, const std::vector<Symbol>& memory) const;
  std::vector<std::int64_t> elements_of(const Problem& problem, const Index& index) const;

  const TinyMemory& memory_;
  Symbols& symbols_;
  std::map<std::pair<int, std::int64_t>, Symbol> known_;  // [launch, element of the output] first byte
};

}  // namespace purlin::testing
