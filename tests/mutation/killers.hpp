#pragma once
#include <span>
#include <string_view>

namespace purlin::testing {

/// The rules that mutants of a kind may break, separated by spaces: to break another is a fault of the
/// mutation or of the verifier.
struct Killers {
  std::string_view mutation;
  std::string_view rules;
  std::string_view more = {};
};

/// One entry per mutation.
std::span<const Killers> killers();

/// Whether a mutant of this kind ("drop await") may be rejected by that rule.
bool may_break(std::string_view kind, std::string_view rule);

}  // namespace purlin::testing
