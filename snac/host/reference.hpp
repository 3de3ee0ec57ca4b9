#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "snac/host/expected_row.hpp"
#include "snac/schedule.hpp"

namespace purlin::host {

using Inputs = std::span<const std::span<const std::byte>>;   // per rank, as `Problem::input` lays them out
using Outputs = std::span<const std::span<const std::byte>>;  // per rank, as `Problem::output` does

/// The outputs that `problem` asks for, straight from the layouts; floats rounded once.
std::vector<std::vector<std::byte>> reference(const Problem& problem, Inputs inputs);

/// What a comparison found; an element is counted on every rank that holds it.
struct Comparison {
  std::int64_t checked = 0;
  std::int64_t wrong = 0;
  std::string first;  // "output of rank 3, s=1, n=4096: 2.5 instead of 1.5 ± 0.01"; empty where all is right
};

/// Compares outputs with what `problem` asks for: copies, integers, min and max exactly (any NaN for a NaN),
/// other floats within the bound, and bit by bit across the ranks that hold the same element.
Comparison compare(const Problem& problem, Inputs inputs, Outputs outputs, const Tolerance& tolerance = {});

/// The same of one rank alone.
Comparison compare_rank(const Problem& problem, Inputs inputs, Rank rank, std::span<const std::byte> output,
                        const Tolerance& tolerance);

/// How often `schedule` rounds an element at most: once per step that reduces.
Tolerance tolerance_of(const Schedule& schedule);

}  // namespace purlin::host
