#include <fmt/format.h>

#include <algorithm>

#include "spec/draft.hpp"
#include "spec/nearest.hpp"
#include "spec/packing.hpp"
#include "spec/ragged_table.hpp"

namespace purlin {
namespace {

Axis& axis_of(Draft& draft, AxisId axis) { return draft.problem.axes[static_cast<std::size_t>(axis)]; }

std::vector<std::string> dense_names(const Problem& problem) {
  std::vector<std::string> names;
  for (const Axis& axis : problem.axes)
    if (!axis.ragged) names.push_back(axis.name);
  return names;
}

bool find_parent(Draft& draft, const Placed<std::string>& name, std::vector<AxisId>& parents) {
  const auto fail = [&](std::string message, std::string help) {
    draft.source.error("S502", name.place, std::move(message), std::move(help));
    return false;
  };
  const auto& axes = draft.problem.axes;
  const auto found = std::ranges::find(axes, name.value, &Axis::name);
  if (found == axes.end())
    return fail(fmt::format("no axis {}", name.value),
                did_you_mean(name.value, dense_names(draft.problem), "a parent stands in the layouts"));
  if (found->ragged) return fail(fmt::format("{} is ragged itself", name.value), "parents are dense");
  const auto parent = static_cast<AxisId>(found - axes.begin());
  if (std::ranges::count(parents, parent) > 0)
    return fail(fmt::format("{} stands twice in per", name.value), "name it once");
  parents.push_back(parent);
  return true;
}

bool find_parents(Draft& draft, const Request::AxisSize& from, std::vector<AxisId>& parents) {
  if (from.ragged->per.empty()) {
    draft.source.error("S502", from.size_place, fmt::format("{} has no parents", from.name.value),
                       "per = [\"s\"] gives it a size per index of s");
    return false;
  }
  return std::ranges::all_of(from.ragged->per,
                             [&](const auto& name) { return find_parent(draft, name, parents); });
}

// Parents stand in every layout of their child, bound or earlier in local order.
bool check_order(const Draft& draft, AxisId child, const PlacedLayout& from, const Layout& layout) {
  if (!layout.is_local(child)) return true;
  const auto& axes = draft.problem.axes;
  const auto end = std::ranges::find(layout.local, child);
  const Axis& axis = axes[static_cast<std::size_t>(child)];
  for (AxisId parent : axis.ragged->parents) {
    if (layout.binding_of(parent) || std::find(layout.local.begin(), end, parent) != end) continue;
    const std::string& name = axes[static_cast<std::size_t>(parent)].name;
    const auto word = std::ranges::find(from.parts.local, axis.name, &LayoutWord::text);
    draft.source.error(
        "S503", from.at(*word, draft.source),
        layout.is_local(parent) ? fmt::format("ragged axis {} stands before its parent {}", axis.name, name)
                                : fmt::format("ragged axis {} stands without its parent {}", axis.name, name),
        fmt::format("its sizes depend on {0}: bind {0}, or name it before {1}", name, axis.name));
    return false;
  }
  return true;
}

bool check_combinations(const Draft& draft) {
  const std::vector<AxisId> parents = ragged_parents(draft.problem);
  long double product = 1;
  for (AxisId parent : parents)
    product *= static_cast<long double>(
        std::max<std::int64_t>(1, draft.problem.axes[static_cast<std::size_t>(parent)].size));
  if (product <= static_cast<long double>(kMaxTableEntries)) return true;
  draft.source.error(
      "S508", draft.input.place,
      fmt::format("the parents of ragged axes have {:.4g} combinations; at most {} are allowed",
                  static_cast<double>(product), kMaxTableEntries),
      "use coarser parents");
  return false;
}

bool check_one(Draft& draft, AxisId id) {
  const Request::AxisSize& from = draft.request.axes[static_cast<std::size_t>(id)];
  Axis::Ragged& ragged = *axis_of(draft, id).ragged;
  if (!from.ragged->readable || !find_parents(draft, from, ragged.parents)) return false;
  const bool input = check_order(draft, id, draft.input, draft.problem.input);
  return check_order(draft, id, draft.output, draft.problem.output) && input;
}

bool fill(Draft& draft, AxisId id) {
  const Request::AxisSize& from = draft.request.axes[static_cast<std::size_t>(id)];
  Axis& axis = axis_of(draft, id);
  std::vector<std::int64_t> extents;
  for (AxisId parent : axis.ragged->parents) extents.push_back(axis_of(draft, parent).size);
  auto sizes = read_table(from, extents, draft.request.directory, draft.source);
  if (!sizes) return false;
  axis.ragged->sizes = std::move(*sizes);
  axis.size = axis.ragged->sizes.empty() ? 0 : std::ranges::max(axis.ragged->sizes);
  return true;
}

}  // namespace

bool check_ragged(Draft& draft) {
  bool good = true;
  const auto declared = static_cast<AxisId>(draft.request.axes.size());
  for (AxisId id = 0; id < declared; ++id)
    if (axis_of(draft, id).ragged) good = check_one(draft, id) && good;
  if (!good || !check_combinations(draft)) return false;
  for (AxisId id = 0; id < declared; ++id)
    if (axis_of(draft, id).ragged) good = fill(draft, id) && good;
  return good;
}

}  // namespace purlin
