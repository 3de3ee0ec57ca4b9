#include <fmt/format.h>

#include <algorithm>

#include "spec/draft.hpp"
#include "spec/nearest.hpp"

namespace purlin {
namespace {

bool is_parent(const Problem& problem, AxisId axis) {
  return std::ranges::any_of(problem.axes, [&](const Axis& a) {
    return a.ragged && std::ranges::count(a.ragged->parents, axis) > 0;
  });
}

// Why the size of `axis` is not free; empty where it is.
std::string why_fixed(const Problem& problem, AxisId axis) {
  if (problem.input.binding_of(axis) || problem.output.binding_of(axis)) return "is bound to the mesh";
  return is_parent(problem, axis) ? "is the parent of a ragged axis" : "";
}

AxisId innermost_free(const Problem& problem) {
  for (auto axis = problem.input.local.rbegin(); axis != problem.input.local.rend(); ++axis)
    if (problem.output.is_local(*axis) && why_fixed(problem, *axis).empty()) return *axis;
  return -1;
}

}  // namespace

bool choose_scale(Draft& draft) {
  Problem& problem = draft.problem;
  problem.scale = innermost_free(problem);
  if (!draft.request.scale) return true;
  const auto& [name, place] = *draft.request.scale;
  const auto found = std::ranges::find(problem.axes, name, &Axis::name);
  std::vector<std::string> names;
  for (const Axis& axis : problem.axes) names.push_back(axis.name);
  if (found == problem.axes.end()) {
    draft.source.error("S803", place, fmt::format("no axis {} to scale", name),
                       did_you_mean(name, names, "the axes are " + listed(names)));
    return false;
  }
  problem.scale = static_cast<AxisId>(found - problem.axes.begin());
  const std::string why = why_fixed(problem, problem.scale);
  if (why.empty()) return true;
  draft.source.error("S803", place, fmt::format("axis {} cannot be scaled: it {}", name, why),
                     "choose a local axis");
  return false;
}

}  // namespace purlin
