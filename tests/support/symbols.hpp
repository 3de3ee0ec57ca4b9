#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "spec/problem.hpp"

namespace purlin::testing {

/// What a byte holds: a byte of an element of a launch's tensor, or a byte of a reduction of such. Equal
/// contents are one number.
using Symbol = std::uint32_t;
inline constexpr Symbol kPoison = 0;

class Symbols {
 public:
  Symbol input(int launch, std::int64_t element, int byte);
  /// Byte `byte` of the reduction of `operands`: the bytes of whole elements, one after the other.
  Symbol reduction(ReduceOp op, std::int64_t divisor, int byte, std::span<const Symbol> operands);

  /// Whether `bytes` are the element that `launch` makes of exactly `elements`, each once.
  bool is_made_of(const Problem& problem, int launch, std::span<const Symbol> bytes,
                  std::vector<std::int64_t> elements) const;

 private:
  struct Found {
    int launch;
    ReduceOp op;
    std::vector<std::int64_t> elements;
  };
  using Term = std::vector<std::int64_t>;  // kind, then what the kind has, then operands
  Symbol named(Term term);
  bool collect(std::span<const Symbol> bytes, std::int64_t divisor, Found& found) const;

  std::map<Term, Symbol> names_;
  std::vector<Term> terms_{{}};
};

}  // namespace purlin::testing
