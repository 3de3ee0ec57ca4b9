#include "cli/tensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "cli/complain.hpp"
#include "cli/npy.hpp"

namespace purlin::cli {
namespace {

std::string file_of(const std::string& directory, Rank rank) {
  return fmt::format("{}/rank{}.npy", directory, rank.value);
}

std::size_t at(Rank rank) { return static_cast<std::size_t>(rank.value); }

/// The rank whose slice `rank` holds too: the lowest that starts at the same index.
std::vector<Rank> first_holders(const Problem& problem) {
  std::map<Index, Rank> first;
  std::vector<Rank> holders;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    const Index origin = slice_origin(problem, problem.input, problem.mesh.coordinates_of(rank));
    const bool holding = holds(problem.input, problem.mesh.coordinates_of(rank));
    holders.push_back(holding ? first.try_emplace(origin, rank).first->second : rank);
  }
  return holders;
}

void check_replicas(const std::string& directory, const Problem& problem, const RankTensors& inputs,
                    Diagnostics& diagnostics) {
  const std::vector<Rank> holders = first_holders(problem);
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    const auto& mine = inputs[at(rank)];
    const auto& first = inputs[at(holders[at(rank)])];
    const auto differs = std::ranges::mismatch(mine, first).in1;
    if (differs == mine.end()) continue;
    const auto element = (differs - mine.begin()) / size_of(problem.dtype).value;
    complain_of(
        diagnostics, file_of(directory, rank),
        fmt::format("ranks {} and {} hold replicas of one slice, but element {} of their inputs differs",
                    holders[at(rank)].value, rank.value, element),
        fmt::format("{} names no axis that tells them apart: give both the same data, or bind an axis to the "
                    "mesh axis along which they differ",
                    print(problem, problem.input)));
  }
}

/// Local extents; of a ragged slice the number of elements.
std::vector<std::int64_t> shape_of(const Problem& problem, Rank rank) {
  const Layout& layout = problem.output;
  std::vector<std::int64_t> shape;
  for (AxisId axis : layout.local) {
    if (problem.axes[static_cast<std::size_t>(axis)].ragged)
      return {held_elements(problem, layout, rank).value};
    shape.push_back(problem.axes[static_cast<std::size_t>(axis)].size);
  }
  return shape;
}

}  // namespace

std::optional<RankTensors> read_inputs(const std::string& directory, const Problem& problem,
                                       Diagnostics& diagnostics) {
  RankTensors inputs;
  bool good = true;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    inputs.emplace_back(static_cast<std::size_t>(held_bytes(problem, problem.input, rank).value));
    if (!inputs.back().empty())
      good = read_npy(file_of(directory, rank), problem.dtype, inputs.back(), diagnostics) && good;
  }
  if (!good) return std::nullopt;
  check_replicas(directory, problem, inputs, diagnostics);
  return diagnostics.has_errors() ? std::nullopt : std::optional(std::move(inputs));
}

std::optional<std::int64_t> size_of_inputs(const std::string& directory, const Problem& problem) {
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    const std::int64_t held = held_elements(problem, problem.input, rank).value;
    const auto count = held > 0 ? npy_elements(file_of(directory, rank)) : std::nullopt;
    std::int64_t size = 0;
    if (count && !__builtin_mul_overflow(*count, size_of(problem).value, &size)) return size / held;
  }
  return std::nullopt;
}

void write_outputs(const std::string& directory, const Problem& problem, const RankTensors& outputs) {
  std::filesystem::create_directories(directory);
  for (Rank rank; rank.value < problem.ranks(); ++rank.value)
    if (!outputs[at(rank)].empty())
      write_npy(file_of(directory, rank), problem.dtype, shape_of(problem, rank), outputs[at(rank)]);
}

}  // namespace purlin::cli
