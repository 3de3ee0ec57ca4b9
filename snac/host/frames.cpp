#include "snac/host/frames.hpp"

#include <algorithm>

namespace purlin::host {
namespace {

const Axis& axis_of(const Problem& problem, AxisId axis) {
  return problem.axes[static_cast<std::size_t>(axis)];
}

std::int64_t& entry(Index& index, AxisId axis) { return index[static_cast<std::size_t>(axis)]; }

bool is_parent(const Problem& problem, AxisId axis) {
  return std::ranges::any_of(problem.axes, [&](const Axis& child) {
    return child.ragged && std::ranges::find(child.ragged->parents, axis) != child.ragged->parents.end();
  });
}

/// Axes along which positions are not affine, or the holder changes.
bool stands_still(const Problem& problem, AxisId axis) {
  return problem.input.binding_of(axis) || is_parent(problem, axis);
}

/// Calls `visit()` with `index` at every combination of the (dense) axes from the i-th on.
template <class Visit>
void for_each_combination(const Problem& problem, const std::vector<AxisId>& axes, Index& index,
                          std::size_t i, const Visit& visit) {
  if (i == axes.size()) return visit();
  std::int64_t& at = entry(index, axes[i]);
  for (at = 0; at < axis_of(problem, axes[i]).size; ++at)
    for_each_combination(problem, axes, index, i + 1, visit);
  at = 0;
}

/// How far one step along `axis` leads. `index` stands at 0 there.
std::int64_t stride_of(const Problem& problem, const Layout& layout, Index& index, AxisId axis) {
  const std::int64_t from = offset_of(problem, layout, index).value;
  entry(index, axis) = 1;
  const std::int64_t to = offset_of(problem, layout, index).value;
  entry(index, axis) = 0;
  return to - from;
}

class Framer {
 public:
  Framer(const Problem& problem, Rank rank) : problem_(problem), index_(problem.axes.size(), 0) {
    const Coordinates at = problem.mesh.coordinates_of(rank);
    for (const Layout::Binding& binding : problem.output.bindings)
      entry(index_, binding.axis) = bound_index(binding, problem.mesh, at);
    sort(problem.output.local, still_, walked_);
    sort(reduced_axes(problem), reduced_still_, folded_);
  }

  void run(const std::function<void(const Frame&)>& visit) {
    for_each_combination(problem_, still_, index_, 0, [&] {
      const Frame frame = framed();
      if (std::ranges::all_of(frame.walks, [](const Frame::Walk& walk) { return walk.extent > 0; }))
        visit(frame);
    });
  }

 private:
  void sort(const std::vector<AxisId>& axes, std::vector<AxisId>& still, std::vector<AxisId>& moving) const {
    for (AxisId axis : axes) (stands_still(problem_, axis) ? still : moving).push_back(axis);
  }

  Frame framed() {
    Frame frame;
    frame.index = index_;
    frame.at = offset_of(problem_, problem_.output, index_).value;
    frame.walks = walks(problem_.output, walked_);
    for_each_combination(problem_, reduced_still_, index_, 0,
                         [&] { frame.contributions.push_back(contribution()); });
    return frame;
  }

  Frame::Contribution contribution() {
    Frame::Contribution contribution;
    contribution.rank = holder_of(problem_, problem_.input, index_);
    contribution.at = offset_of(problem_, problem_.input, index_).value;
    for (const Frame::Walk& walk : walks(problem_.input, walked_))
      contribution.strides.push_back(walk.stride);
    contribution.folds = walks(problem_.input, folded_);
    return contribution;
  }

  std::vector<Frame::Walk> walks(const Layout& layout, const std::vector<AxisId>& axes) {
    std::vector<Frame::Walk> walks;
    for (AxisId axis : axes) {
      const std::int64_t extent = extent_at(problem_, axis, index_);
      walks.push_back({axis, extent, extent > 1 ? stride_of(problem_, layout, index_, axis) : 0});
    }
    return walks;
  }

  const Problem& problem_;
  Index index_;
  std::vector<AxisId> still_, walked_;          // local axes of the output
  std::vector<AxisId> reduced_still_, folded_;  // axes the output lacks
};

}  // namespace

std::int64_t Frame::count() const {
  std::int64_t count = 0;
  for (const Contribution& contribution : contributions) {
    std::int64_t folded = 1;
    for (const Walk& fold : contribution.folds) folded *= fold.extent;
    count += folded;
  }
  return count;
}

void for_each_frame(const Problem& problem, Rank rank, const std::function<void(const Frame&)>& visit) {
  if (holds(problem.output, problem.mesh.coordinates_of(rank))) Framer(problem, rank).run(visit);
}

Rank holder_of(const Problem& problem, const Layout& layout, const Index& index) {
  Coordinates at(problem.mesh.axes.size(), 0);
  for (const Layout::Pin& pin : layout.pins) at[static_cast<std::size_t>(pin.mesh_axis)] = pin.coordinate;
  for (const Layout::Binding& binding : layout.bindings) {
    const std::int64_t extent = problem.mesh.axes[static_cast<std::size_t>(binding.mesh_axis)].extent;
    const std::int64_t sum = index[static_cast<std::size_t>(binding.axis)] + binding.shift;
    at[static_cast<std::size_t>(binding.mesh_axis)] = (sum % extent + extent) % extent;
  }
  return problem.mesh.rank_at(at);
}

}  // namespace purlin::host
