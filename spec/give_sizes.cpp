#include <algorithm>

#include "spec/draft.hpp"
#include "spec/ragged_table.hpp"

namespace purlin {
namespace {

Axis& scaled_axis(Problem& problem) { return problem.axes[static_cast<std::size_t>(problem.scale)]; }

std::vector<AxisId> parents_of(const Problem& problem, std::string_view names) {
  std::vector<AxisId> parents;
  for (char c : names)
    for (std::size_t i = 0; i < problem.axes.size(); ++i)
      if (problem.axes[i].name == std::string(1, c)) parents.push_back(static_cast<AxisId>(i));
  return parents;
}

// The kind's ragged name, without a table: one whose mean is the dense size.
void make_ragged(Problem& problem, const NamedCollective& kind) {
  Axis& axis = scaled_axis(problem);
  Axis::Ragged ragged;
  ragged.parents = parents_of(problem, kind.ragged_per);
  const std::int64_t extent = problem.axes[static_cast<std::size_t>(ragged.parents[0])].size;
  ragged.sizes = seeded_table(axis.size, extent, ragged.parents.size());
  axis.size = std::ranges::max(ragged.sizes);
  axis.ragged = std::move(ragged);
}

}  // namespace

bool give_sizes(Draft& draft) {
  if (!draft.unsized || draft.problem.scale < 0) return true;
  Diagnostics faults;
  auto sized = resized(draft.problem, {*draft.size}, faults);
  for (Diagnostic fault : faults.all()) {
    fault.place = draft.request.size ? draft.request.size->place : draft.input.place;
    draft.source.report(std::move(fault));
  }
  if (!sized) return false;
  draft.problem = std::move(*sized);
  const bool ragged = draft.kind && draft.kind->ragged_alias == draft.request.kind->value;
  if (ragged) make_ragged(draft.problem, *draft.kind);
  return !ragged || check_total_size(draft);
}

}  // namespace purlin
