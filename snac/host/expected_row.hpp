#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "spec/problem.hpp"

namespace purlin::host {

/// How far the floats of a result may lie from the exact value of what they reduce.
///
/// Let u be half an ulp of 1 in the element type, v in the accumulator, N the elements reduced and R the
/// roundings to the element type on the way (1 for a flat reduction, one per hop else). Any order of summing
/// them yields |result − exact| ≤ ((1+u)^R (1+v)^N − 1) Σ|x| + R η, with η the smallest subnormal (Higham,
/// Accuracy and Stability of Numerical Algorithms, §4.2). Products: the same with |Π x| for Σ|x| and η Π
/// max(1,|x|). Integers whose Σ|x| (Π|x|) the mantissa holds leave nothing to round: equality.
struct Tolerance {
  int roundings = 1;
};

/// The expected values of up to kElements neighbouring elements, and the judge of what was got instead.
class ExpectedRow {
 public:
  static constexpr std::int64_t kElements = 1024;

  virtual ~ExpectedRow() = default;
  /// Starts a row of `elements`, each of which `count` elements will be reduced into.
  virtual void begin(std::int64_t elements, std::int64_t count) = 0;
  /// Adds an operand of each element: `elements` values, `stride` elements apart.
  virtual void add(const std::byte* operands, std::int64_t stride) = 0;
  virtual bool accepts(std::int64_t i, const std::byte* got) const = 0;
  /// The expected value, rounded once.
  virtual void store(std::int64_t i, std::byte* result) const = 0;
  /// `1.5`, `1.5 ± 0.01`
  virtual std::string text(std::int64_t i) const = 0;
};

std::unique_ptr<ExpectedRow> expected_row(DataType type, ReduceOp op, const Tolerance& tolerance);

/// One element, as a person reads it.
std::string element_text(DataType type, const std::byte* element);

}  // namespace purlin::host
