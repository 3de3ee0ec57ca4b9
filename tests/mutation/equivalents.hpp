#pragma once
#include <span>
#include <string_view>

namespace purlin::testing {

/// Why some mutants of a kind are as good as what they came from.
struct Equivalent {
  std::string_view kind;
  std::string_view because;
};

/// Mutants of other kinds than these never pass.
std::span<const Equivalent> equivalents();

/// The reason, or nullptr.
const Equivalent* equivalent(std::string_view kind);

}  // namespace purlin::testing
