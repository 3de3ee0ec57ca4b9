#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "spec/problem.hpp"

namespace purlin {
namespace {

const Axis& axis_of(const Problem& problem, AxisId axis) {
  return problem.axes[static_cast<std::size_t>(axis)];
}

// One index whatever `--size` says later.
bool is_single(const Problem& problem, AxisId axis) {
  return axis != problem.scale && !axis_of(problem, axis).ragged && axis_of(problem, axis).size == 1;
}

struct Slice {
  std::string_view when;
  const Layout& layout;
  Index origin;
};

std::vector<AxisId> order_of(const Problem& problem, const Slice& slice) {
  std::vector<AxisId> order = slice.layout.local;
  std::erase_if(order, [&](AxisId axis) { return is_single(problem, axis); });
  return order;
}

// Why `part` is no contiguous run of `whole`; empty where it is. Axes that `part` lacks are reduced away.
std::string why_not_inside(const Problem& problem, const Slice& part, const Slice& whole) {
  const std::vector<AxisId> inner = order_of(problem, part);
  const std::vector<AxisId> outer = order_of(problem, whole);
  for (const Layout::Binding& binding : part.layout.bindings) {
    const auto axis = static_cast<std::size_t>(binding.axis);
    if (whole.layout.binding_of(binding.axis) && part.origin[axis] != whole.origin[axis])
      return fmt::format("holds {0}={1} {2} and {0}={3} {4}", problem.axes[axis].name, part.origin[axis],
                         part.when, whole.origin[axis], whole.when);
  }
  for (AxisId axis : inner)
    if (!whole.layout.is_local(axis))
      return fmt::format("holds all of {0} {1} and one {0} {2}", axis_of(problem, axis).name, part.when,
                         whole.when);
  const auto suffix = outer.size() < inner.size() ? outer.begin() : outer.end() - std::ssize(inner);
  if (!std::equal(suffix, outer.end(), inner.begin(), inner.end()))
    return "holds its axes in another order after than before";
  return {};
}

// A local axis that the other side lacks is folded away: no position of the result is the natural one.
std::optional<AxisId> locally_reduced(const Problem& problem) {
  for (AxisId axis : reduced_axes(problem))
    if (problem.input.is_local(axis) && !is_single(problem, axis)) return axis;
  return std::nullopt;
}

struct Fit {
  std::string input_inside, output_inside;  // why not; empty where it fits
};

Fit fit_of(const Problem& problem, const Coordinates& at) {
  if (!holds(problem.input, at) || !holds(problem.output, at)) return {};
  const Slice input{"before", problem.input, slice_origin(problem, problem.input, at)};
  const Slice output{"after", problem.output, slice_origin(problem, problem.output, at)};
  return {why_not_inside(problem, input, output), why_not_inside(problem, output, input)};
}

}  // namespace

InPlaceForm in_place_form(const Problem& problem) {
  if (const auto axis = locally_reduced(problem))
    return {InPlace::no, fmt::format("{} is reduced inside a rank", axis_of(problem, *axis).name)};
  Fit all;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    const Fit fit = fit_of(problem, problem.mesh.coordinates_of(rank));
    const auto note = [&](std::string& reason, const std::string& why) {
      if (reason.empty() && !why.empty()) reason = fmt::format("rank {} {}", rank.value, why);
    };
    note(all.input_inside, fit.input_inside);
    note(all.output_inside, fit.output_inside);
  }
  if (all.input_inside.empty() && all.output_inside.empty()) return {InPlace::same, {}};
  if (all.input_inside.empty()) return {InPlace::input_in_output, {}};
  if (all.output_inside.empty()) return {InPlace::output_in_input, {}};
  return {InPlace::no, all.input_inside};
}

Bytes in_place_offset(const Problem& problem, Rank rank) {
  const Coordinates at = problem.mesh.coordinates_of(rank);
  if (problem.in_place == InPlace::same || !holds(problem.input, at) || !holds(problem.output, at))
    return {0};
  const bool input_inside = problem.in_place == InPlace::input_in_output;
  const Layout& part = input_inside ? problem.input : problem.output;
  const Layout& whole = input_inside ? problem.output : problem.input;
  const Elements first = offset_of(problem, whole, slice_origin(problem, part, at));
  return size_of(problem.dtype) * first.value;
}

}  // namespace purlin
