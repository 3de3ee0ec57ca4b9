#include "spec/check_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/packing.hpp"
#include "spec/size.hpp"

namespace purlin {
namespace {

const Axis& axis_of(const Problem& problem, AxisId axis) {
  return problem.axes[static_cast<std::size_t>(axis)];
}

// Zero counts as one: `--size` may make it grow, and no product on the way may overflow.
long double product_of(const Problem& problem, const std::vector<AxisId>& axes) {
  long double product = 1;
  for (AxisId axis : axes)
    product *= static_cast<long double>(std::max<std::int64_t>(1, axis_of(problem, axis).size));
  return product;
}

std::vector<AxisId> named_axes(const Layout& layout) {
  std::vector<AxisId> axes = layout.local;
  for (const Layout::Binding& binding : layout.bindings) axes.push_back(binding.axis);
  return axes;
}

std::optional<Diagnostic> too_large(std::string_view what, long double elements, const Problem& problem) {
  const long double bytes = elements * static_cast<long double>(size_of(problem.dtype).value);
  if (bytes <= static_cast<long double>(kMaxBytes)) return std::nullopt;
  return Diagnostic{.code = "S405",
                    .message = fmt::format("{} would have {:.4g} bytes; at most {} are allowed", what,
                                           static_cast<double>(bytes), print_bytes(kMaxBytes)),

                    .help = "sizes in [axes] count elements, not bytes"};
}

// Calls `visit(index)` for every combination of the axes' indices.
template <class Visit>
void for_each_index(const Problem& problem, const std::vector<AxisId>& axes, Index& index, std::size_t from,
                    Visit&& visit) {
  if (from == axes.size()) return visit(index);
  std::int64_t& at = index[static_cast<std::size_t>(axes[from])];
  for (at = 0; at < axis_of(problem, axes[from]).size; ++at)
    for_each_index(problem, axes, index, from + 1, visit);
  at = 0;
}

// Parents that an output element has an index of: its reduced count depends on nothing else.
std::vector<AxisId> kept_parents(const Problem& problem) {
  std::vector<AxisId> parents = ragged_parents(problem);
  std::erase_if(parents, [&](AxisId axis) { return !problem.output.names(axis); });
  return parents;
}

bool has_output_at(const Problem& problem, const Index& index) {
  return std::ranges::all_of(named_axes(problem.output),
                             [&](AxisId axis) { return extent_at(problem, axis, index) > 0; });
}

bool reduces_nothing_somewhere(const Problem& problem) {
  if (reduced_axes(problem).empty()) return false;
  Index index(problem.axes.size(), 0);
  bool found = false;
  for_each_index(problem, kept_parents(problem), index, 0, [&](const Index& at) {
    found = found || (reduced_count(problem, at) == 0 && has_output_at(problem, at));
  });
  return found;
}

}  // namespace

std::optional<Diagnostic> size_fault(const Problem& problem) {
  if (auto fault = too_large("the tensor", product_of(problem, named_axes(problem.input)), problem))
    return fault;
  for (const Layout* layout : {&problem.input, &problem.output}) {
    const long double held = product_of(problem, layout->local) * static_cast<long double>(problem.ranks());
    if (auto fault = too_large("all ranks' buffers together", held, problem)) return fault;
  }
  if (problem.op == ReduceOp::copy || has_identity(problem.op) || !reduces_nothing_somewhere(problem))
    return std::nullopt;
  return Diagnostic{.code = "S607",
                    .message = fmt::format("{} over zero elements has no value", name_of(problem.op)),

                    .help = "use sum (0) or prod (1), or give the reduced axes elements"};
}

}  // namespace purlin
