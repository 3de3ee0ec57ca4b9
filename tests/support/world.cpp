#include "tests/support/world.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tests/support/elements.hpp"
#include "tests/support/slices.hpp"

namespace purlin::testing {
namespace {

std::size_t held(const Problem& problem, const Layout& layout, int rank) {
  return count_held(problem, layout, Rank{rank}) * bytes_of(problem.dtype);
}

/// In place, a rank that holds only one of the two keeps a buffer for it.
bool has_one_buffer(const Problem& problem, Rank rank) {
  return problem.in_place != InPlace::no && !is_pinned_away(problem, problem.input, rank) &&
         !is_pinned_away(problem, problem.output, rank);
}

}  // namespace

World::World(const Problem& problem) : problem_(problem) {
  for (int rank = 0; rank < problem.ranks(); ++rank) {
    held_after_.push_back(held(problem, problem.output, rank));
    const bool shares = has_one_buffer(problem, Rank{rank});
    const bool output_is_inside = shares && problem.in_place == InPlace::output_in_input;
    const bool input_is_inside = shares && !output_is_inside;
    const std::size_t skew = static_cast<std::size_t>(rank % 3) * bytes_of(problem.dtype);
    callers_.push_back({Guarded(input_is_inside ? 0 : held(problem, problem.input, rank), skew),
                        Guarded(output_is_inside ? 0 : held_after_.back(), skew),
                        input_is_inside,
                        output_is_inside,
                        shares ? shared_position(problem, Rank{rank}) * bytes_of(problem.dtype) : 0,
                        {}});
  }
}

void World::fill(const Oracle& oracle, std::byte poison) {
  for (std::size_t rank = 0; rank < callers_.size(); ++rank) {
    Caller& caller = callers_[rank];
    const Buffer input = oracle.input_of(Rank{static_cast<int>(rank)});
    std::ranges::fill(caller.output.bytes(), poison);
    const auto home =
        caller.input_is_inside ? caller.output.bytes().subspan(caller.shared) : caller.input.bytes();
    std::ranges::copy(input, home.begin());
    caller.before.assign(caller.input.bytes().begin(), caller.input.bytes().end());
  }
}

std::vector<host::RankBuffers> World::buffers() {
  std::vector<host::RankBuffers> all;
  for (Caller& caller : callers_) all.push_back({caller.input.bytes(), caller.output.bytes()});
  return all;
}

std::span<const std::byte> World::output_of(std::size_t rank) const {
  const Caller& caller = callers_[rank];
  if (!caller.output_is_inside) return caller.output.bytes();
  return caller.input.bytes().subspan(caller.shared, held_after_[rank]);
}

std::string World::check_untouched(std::size_t rank) const {
  const Caller& caller = callers_[rank];
  if (!caller.input.bands_are_whole()) return fmt::format("rank {} wrote beside its input", rank);
  if (!caller.output.bands_are_whole()) return fmt::format("rank {} wrote beside its output", rank);
  const auto now = caller.input.bytes();
  for (std::size_t i = 0; i < now.size(); ++i) {
    const bool is_output =
        caller.output_is_inside && i >= caller.shared && i < caller.shared + held_after_[rank];
    if (!is_output && now[i] != caller.before[i])
      return fmt::format("byte {} of rank {}'s input was written", i, rank);
  }
  return "";
}

std::string World::check(const Oracle& oracle, Rounding rounding) const {
  Outputs outputs;
  for (std::size_t rank = 0; rank < callers_.size(); ++rank) {
    if (std::string wrong = check_untouched(rank); !wrong.empty()) return wrong;
    outputs.push_back(output_of(rank));
  }
  return oracle.check(outputs, rounding);
}

}  // namespace purlin::testing
