#include "tests/support/oracle.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "spec/assert.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/elements.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/slices.hpp"

namespace purlin::testing {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool stands_in(const Layout& layout, AxisId axis) {
  const auto binds = [&](const Layout::Binding& binding) { return binding.axis == axis; };
  return std::ranges::count(layout.local, axis) > 0 || std::ranges::any_of(layout.bindings, binds);
}

/// A number of its own for every index.
std::size_t key(const Problem& problem, const Index& index) {
  std::size_t key = 0;
  for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
    key = key * static_cast<std::size_t>(problem.axes[axis].size) + static_cast<std::size_t>(index[axis]);
  return key;
}

std::size_t keys(const Problem& problem) {
  std::size_t keys = 1;
  for (const Axis& axis : problem.axes) keys *= static_cast<std::size_t>(axis.size);
  return keys;
}

std::vector<AxisId> dropped_axes(const Problem& problem) {
  std::vector<AxisId> dropped;
  for (int ragged = 0; ragged < 2; ++ragged)
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis) {
      const auto id = static_cast<AxisId>(axis);
      if (problem.axes[axis].ragged.has_value() == (ragged == 1) && stands_in(problem.input, id) &&
          !stands_in(problem.output, id))
        dropped.push_back(id);
    }
  return dropped;
}

}  // namespace

/// What an output element may be and what the first rank holds there.
struct Oracle::Seen {
  struct Element {
    Allowed allowed;
    std::uint64_t bits;
    Rank rank;
  };
  std::unordered_map<std::size_t, Element> elements;
};

Oracle::Oracle(const Problem& problem, std::uint64_t seed, Data data)
    : problem_(problem), reduced_(dropped_axes(problem)), tensor_(keys(problem)) {
  for (std::size_t i = 0; i < tensor_.size(); ++i)
    tensor_[i] = draw_element(problem.dtype, problem.op, data, mixed(mixed(seed) + i));
}

Buffer Oracle::input_of(Rank rank) const {
  Buffer buffer;
  for_each_held(problem_, problem_.input, rank, [&](const Index& index) {
    append_element(buffer, problem_.dtype, tensor_[key(problem_, index)]);
  });
  return buffer;
}

std::vector<std::uint64_t> Oracle::contributions_to(const Index& index) const {
  std::vector<std::uint64_t> found;
  for_each_combination(problem_, reduced_, index,
                       [&](const Index& full) { found.push_back(tensor_[key(problem_, full)]); });
  return found;
}

std::string Oracle::check_element(const Index& index, Rank rank, std::uint64_t bits, Rounding rounding,
                                  Seen& seen) const {
  auto found = seen.elements.find(key(problem_, index));
  if (found == seen.elements.end()) {
    const ReduceOp op = reduced_.empty() ? ReduceOp::copy : problem_.op;
    const Allowed allowed = reduced(problem_.dtype, op, contributions_to(index), rounding);
    found = seen.elements.emplace(key(problem_, index), Seen::Element{allowed, bits, rank}).first;
  }
  const auto& [allowed, first_bits, first_rank] = found->second;
  if (!is_allowed(problem_.dtype, allowed, bits))
    return fmt::format("rank {} holds {:#x} at index {}, which may be {:#x} to {:#x}", rank.value, bits,
                       fmt::join(index, ","), allowed.low, allowed.high);
  if (bits == first_bits) return "";
  return fmt::format("rank {} holds {:#x} at index {} and rank {} {:#x}", rank.value, bits,
                     fmt::join(index, ","), first_rank.value, first_bits);
}

std::string Oracle::check(const Outputs& outputs, Rounding rounding) const {
  Seen seen;
  for (int id = 0; id < problem_.ranks(); ++id) {
    const auto& output = outputs[at(id)];
    const Rank rank{id};
    if (output.size() != count_held(problem_, problem_.output, rank) * bytes_of(problem_.dtype))
      return fmt::format("rank {} was given {} bytes of output", id, output.size());
    std::size_t position = 0;
    std::string wrong;
    for_each_held(problem_, problem_.output, rank, [&](const Index& index) {
      const std::uint64_t bits = element(output, problem_.dtype, position++);
      if (wrong.empty()) wrong = check_element(index, rank, bits, rounding, seen);
    });
    if (!wrong.empty()) return wrong;
  }
  return "";
}

std::size_t count_held(const Problem& problem, const Layout& layout, Rank rank) {
  std::size_t count = 0;
  for_each_held(problem, layout, rank, [&](const Index&) { ++count; });
  return count;
}

std::size_t shared_position(const Problem& problem, Rank rank) {
  const bool input_is_larger = problem.in_place == InPlace::output_in_input;
  const Layout& small = input_is_larger ? problem.output : problem.input;
  const Layout& large = input_is_larger ? problem.input : problem.output;
  std::optional<Index> first;
  for_each_held(problem, small, rank, [&](const Index& index) { first = first ? first : index; });
  if (!first) return 0;
  const auto is_first = [&](const Index& index) {
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      const auto id = static_cast<AxisId>(axis);
      if (stands_in(small, id) && stands_in(large, id) && index[axis] != (*first)[axis]) return false;
    }
    return true;
  };
  std::size_t position = 0;
  std::optional<std::size_t> found;
  for_each_held(problem, large, rank, [&](const Index& index) {
    if (!found && is_first(index)) found = position;
    ++position;
  });
  PURLIN_ASSERT(found.has_value());
  return *found;
}

}  // namespace purlin::testing
