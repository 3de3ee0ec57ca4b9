#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "cli/options/shared.hpp"
#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// Sizes in bytes, smallest first.
using Sweep = std::vector<std::int64_t>;

inline constexpr std::size_t kMaxSweep = 4096;

/// `S`, `MIN:MAX` (by 2) or `MIN:MAX:FACTOR`. What is wrong is a diagnostic that names `option`.
std::optional<Sweep> parse_sweep(const std::string& text, const std::string& option,
                                 Diagnostics& diagnostics);

/// What the command line asks for: --size, or -b -e -f -i over `otherwise`'s ends. Empty where it says
/// nothing; nullopt where it is wrong.
std::optional<Sweep> sweep_of(const SizeOptions& options, const Sweep& otherwise, Diagnostics& diagnostics);

/// MIN, then times `factor` (or plus `step` where factor is 0), up to MAX.
Sweep steps(std::int64_t min, std::int64_t max, std::int64_t factor, std::int64_t step);

}  // namespace purlin::cli
