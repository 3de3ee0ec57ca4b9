#include "snac/verify/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace purlin {
namespace {

std::size_t at(AxisId axis) { return static_cast<std::size_t>(axis); }

/// Calls `visit(index)` for every combination of the axes' indices; others stay as they are. Ragged extents
/// follow.
void for_each_index(const Problem& problem, const std::vector<AxisId>& axes, Index& index,
                    const std::function<void()>& visit, std::size_t depth = 0) {
  if (depth == axes.size()) return visit();
  std::int64_t& entry = index[at(axes[depth])];
  const std::int64_t extent = extent_at(problem, axes[depth], index);
  for (entry = 0; entry < extent; ++entry) for_each_index(problem, axes, index, visit, depth + 1);
  entry = 0;
}

}  // namespace

Naming::Naming(const Problem& problem)
    : problem_(problem),
      element_(size_of(problem.dtype).value),
      radix_(problem.axes.size(), 0),
      is_parent_(problem.axes.size(), false),
      reduced_(reduced_axes(problem)) {
  std::vector<AxisId> order;
  for (const Layout::Binding& binding : problem.input.bindings) order.push_back(binding.axis);
  order.insert(order.end(), problem.input.local.begin(), problem.input.local.end());
  std::int64_t bytes = element_;
  for (std::size_t i = order.size(); i-- > 0;) {
    radix(order[i]) = bytes;
    // Padding a ragged axis to its largest may outgrow what all elements take; then nothing is claimed.
    const std::int64_t size = std::max<std::int64_t>(1, problem.axes[at(order[i])].size);
    if (__builtin_mul_overflow(bytes, size, &bytes) || bytes > std::int64_t{1} << 61) throw Irregular();
  }
  for (const Axis& axis : problem.axes) {
    if (!axis.ragged) continue;
    is_dense_ = false;
    for (AxisId parent : axis.ragged->parents) is_parent_[at(parent)] = true;
  }
  // Dense axes first: a ragged one's size needs its parents' indices.
  std::ranges::stable_partition(reduced_, [&](AxisId a) { return !problem_.axes[at(a)].ragged; });
}

std::int64_t Naming::place_of(const Index& index) const {
  std::int64_t place = 0;
  for (std::size_t axis = 0; axis < index.size(); ++axis) place += index[axis] * radix_[axis];
  return place;
}

/// A rank's slice under a layout, one call of `visit(box, index)` per combination of ragged parents' indices.
struct Naming::Scan {
  const Naming& naming;
  const Layout& layout;

  void run(Rank rank, const std::function<void(const Box&, Index&)>& visit) const {
    const Problem& problem = naming.problem_;
    const Coordinates coordinates = problem.mesh.coordinates_of(rank);
    if (!holds(layout, coordinates)) return;
    Index index = slice_origin(problem, layout, coordinates);
    std::vector<AxisId> fixed, free;
    for (AxisId axis : layout.local) (naming.is_parent(axis) ? fixed : free).push_back(axis);
    for_each_index(problem, fixed, index, [&] {
      if (const Box box = box_at(free, index); box.bytes() > 0) visit(box, index);
    });
  }

  Box box_at(const std::vector<AxisId>& free, Index& index) const {
    const std::int64_t first = offset(index);
    Box box{first, naming.place_of(index), {}};
    for (AxisId axis : free) {
      const std::int64_t extent = extent_at(naming.problem_, axis, index);
      index[at(axis)] = extent > 1 ? 1 : 0;
      box.steps.push({extent, offset(index) - first, naming.radix(axis)});
      index[at(axis)] = 0;
    }
    box.steps.push({naming.element_, 1, 1});
    if (box.bytes() > 0) normalise(box);
    return box;
  }

  std::int64_t offset(const Index& index) const {
    return offset_of(naming.problem_, layout, index).value * naming.element_;
  }
};

std::vector<Box> Naming::input_of(Rank rank) const {
  std::vector<Box> boxes;
  Scan{*this, problem_.input}.run(rank, [&](const Box& box, Index&) { boxes.push_back(box); });
  return boxes;
}

std::vector<Naming::Part> Naming::output_of(Rank rank) {
  std::vector<Part> parts;
  Scan{*this, problem_.output}.run(
      rank, [&](const Box& box, Index& index) { parts.push_back({box, set_at(index)}); });
  return parts;
}

int Naming::set_at(const Index& index) {
  if (is_dense_ && !sets_.empty()) return 0;
  Index reduced = index;
  std::vector<AxisId> fixed, free;
  for (AxisId axis : reduced_) (is_parent(axis) ? fixed : free).push_back(axis);
  const std::int64_t base = place_of(reduced);
  std::vector<Box> boxes;
  for_each_index(problem_, fixed, reduced, [&] {
    Box box{place_of(reduced) - base, 0, {}};
    for (AxisId axis : free) box.steps.push({extent_at(problem_, axis, reduced), radix(axis), 0});
    if (box.bytes() == 0) return;
    normalise(box);
    boxes.push_back(box);
  });
  return intern(std::move(boxes));
}

int Naming::intern(std::vector<Box> boxes) {
  std::vector<std::int64_t> key;
  std::int64_t count = 0;
  for (const Box& box : boxes) {
    key.push_back(box.at);
    for (const Step& step : box.steps) key.push_back(step.count), key.push_back(step.at);
    key.push_back(-1);
    count += box.bytes();
  }
  const auto [found, is_new] = set_ids_.emplace(std::move(key), static_cast<int>(sets_.size()));
  if (is_new) sets_.push_back(std::move(boxes)), counts_.push_back(count);
  return found->second;
}

Rank Naming::first_holder(Rank rank) const {
  Coordinates at = problem_.mesh.coordinates_of(rank);
  for (std::size_t axis = 0; axis < at.size(); ++axis) {
    const int mesh_axis = static_cast<int>(axis);
    const auto pinned = std::ranges::find(problem_.output.pins, mesh_axis, &Layout::Pin::mesh_axis);
    if (!problem_.output.binding_on(mesh_axis) && pinned == problem_.output.pins.end()) at[axis] = 0;
  }
  return problem_.mesh.rank_at(at);
}

Index Naming::index_of(const Layout& layout, Rank rank, std::int64_t element) const {
  Index index = slice_origin(problem_, layout, problem_.mesh.coordinates_of(rank));
  for (AxisId axis : layout.local) {
    std::int64_t& entry = index[at(axis)];
    std::int64_t low = 0, high = std::max<std::int64_t>(1, extent_at(problem_, axis, index));
    while (high - low > 1) {
      entry = low + (high - low) / 2;
      (offset_of(problem_, layout, index).value <= element ? low : high) = entry;
    }
    entry = low;
  }
  return index;
}

std::string Naming::output_elements(Rank rank, const Box& bytes) const {
  const Index first = index_of(problem_.output, rank, bytes.at / element_);
  const Index last = index_of(problem_.output, rank, (bytes.end() - 1) / element_);
  std::string text;
  for (std::size_t axis = 0; axis < first.size(); ++axis) {
    if (!problem_.output.names(static_cast<AxisId>(axis))) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", problem_.axes[axis].name, first[axis]);
    if (last[axis] != first[axis]) text += fmt::format("…{}", last[axis]);
  }
  return text;
}

std::string Naming::names(const std::vector<AxisId>& axes, std::int64_t place) const {
  std::string text;
  for (AxisId axis : axes) {
    const std::int64_t size = std::max<std::int64_t>(1, problem_.axes[at(axis)].size);
    const std::int64_t index = place / radix(axis) % size;
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", problem_.axes[at(axis)].name, index);
  }
  return text;
}

std::string Naming::element_at(std::int64_t place) const {
  std::vector<AxisId> axes;
  for (std::size_t axis = 0; axis < radix_.size(); ++axis) axes.push_back(static_cast<AxisId>(axis));
  return names(axes, place);
}

std::string Naming::contribution_at(std::int64_t place) const { return names(reduced_, place); }

}  // namespace purlin
