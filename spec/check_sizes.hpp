#pragma once
#include <optional>

#include "spec/problem.hpp"

namespace purlin {

/// What is wrong with the sizes of an otherwise checked problem, without a place: too large, or an op without
/// a value over zero elements that meets them.
std::optional<Diagnostic> size_fault(const Problem& problem);

}  // namespace purlin
