#include "tests/support/world.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tests/support/elements.hpp"

namespace purlin::testing {
namespace {

std::size_t held(const Problem& problem, const Layout& layout, int rank) {
  return count_held(problem, layout, Rank{rank}) * bytes_of(problem.dtype);
}

}  // namespace

World::World(const Problem& problem) : problem_(problem) {
  for (int rank = 0; rank < problem.ranks(); ++rank) {
    held_before_.push_back(held(problem, problem.input, rank));
    held_after_.push_back(held(problem, problem.output, rank));
    const bool own_input = problem.in_place == InPlace::no || problem.in_place == InPlace::output_in_input;
    const bool own_output = problem.in_place != InPlace::output_in_input;
    const std::size_t skew = static_cast<std::size_t>(rank % 3) * bytes_of(problem.dtype);
    const bool shares = problem.in_place != InPlace::no;
    callers_.push_back({Guarded(own_input ? held_before_.back() : 0, skew),
                        Guarded(own_output ? held_after_.back() : 0, skew),
                        shares ? shared_position(problem, Rank{rank}) * bytes_of(problem.dtype) : 0,
                        {}});
  }
}

void World::fill(const Oracle& oracle, std::byte poison) {
  for (std::size_t rank = 0; rank < callers_.size(); ++rank) {
    Caller& caller = callers_[rank];
    const Buffer input = oracle.input_of(Rank{static_cast<int>(rank)});
    std::ranges::fill(caller.output.bytes(), poison);
    const bool inside = problem_.in_place == InPlace::same || problem_.in_place == InPlace::input_in_output;
    const auto home = inside ? caller.output.bytes().subspan(caller.shared) : caller.input.bytes();
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
  if (problem_.in_place != InPlace::output_in_input) return caller.output.bytes();
  return caller.input.bytes().subspan(caller.shared, held_after_[rank]);
}

std::string World::check_untouched(std::size_t rank) const {
  const Caller& caller = callers_[rank];
  if (!caller.input.bands_are_whole()) return fmt::format("rank {} wrote beside its input", rank);
  if (!caller.output.bands_are_whole()) return fmt::format("rank {} wrote beside its output", rank);
  const auto now = caller.input.bytes();
  const bool inside = problem_.in_place == InPlace::output_in_input;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const bool is_output = inside && i >= caller.shared && i < caller.shared + held_after_[rank];
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
