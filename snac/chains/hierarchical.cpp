#include <algorithm>

#include "snac/chains/chains.hpp"
#include "snac/chains/recipe.hpp"

namespace purlin {
namespace {

using Ranks = std::vector<Rank>;

/// The mesh in numbers: rank ids are row-major.
class Grid {
 public:
  explicit Grid(const Mesh& mesh) {
    int stride = mesh.ranks();
    for (const Mesh::Axis& axis : mesh.axes) {
      extents_.push_back(static_cast<int>(axis.extent));
      strides_.push_back(stride /= extents_.back());
    }
  }
  int axes() const { return static_cast<int>(extents_.size()); }
  int extent(int axis) const { return extents_[static_cast<std::size_t>(axis)]; }
  int coordinate(Rank rank, int axis) const { return rank.value / stride(axis) % extent(axis); }
  Rank moved(Rank rank, int axis, int to) const {
    return {rank.value + (to - coordinate(rank, axis)) * stride(axis)};
  }

 private:
  int stride(int axis) const { return strides_[static_cast<std::size_t>(axis)]; }
  std::vector<int> extents_, strides_;
};

/// One axis of the mesh at a time, the last one first on the way up and last on the way down: what leaves a
/// row along it is one result of the whole row.
class AxesRecipe : public Recipe {
 public:
  explicit AxesRecipe(const ChainInput& input) : grid_(input.problem.mesh), ranks_(input.problem.ranks()) {
    shares_roots = has_helpers = true;
    for (int axis = 0; axis < grid_.axes(); ++axis)
      trees_.push_back(are_joined(input.fabric, axis) ? star : path);
  }

  /// A row whose member at the head's place gives nothing goes by one that does.
  Leg up(const Ranks&, const Ranks& members, Rank head, int) const override {
    return leg(with(members, head), head, 0, false);
  }
  Leg down(const Ranks&, const Ranks& members, Rank head, int) const override {
    return leg(with(members, head), head, 0, true);
  }

 private:
  static Ranks with(Ranks members, Rank head) {
    if (std::ranges::find(members, head) == members.end()) members.push_back(head);
    return members;
  }

  /// Whether ranks that differ along the axis alone all reach each other: else they go round.
  bool are_joined(const Fabric& fabric, int axis) const {
    for (Rank rank; rank.value < ranks_; ++rank.value)
      for (int to = 0; to < grid_.extent(axis); ++to)
        if (!fabric.reaches(rank, grid_.moved(rank, axis, to))) return false;
    return true;
  }

  /// Where `members`, alike in all axes before `axis`, meet in a row along it and behind.
  Rank head_of(const Ranks& members, Rank head, int axis, int row, bool by_place) const {
    const Rank there = grid_.moved(head, axis, row);
    const bool is_member = std::ranges::find(members, there) != members.end();
    return by_place || is_member ? there : members.front();
  }

  /// `head` is one of the members, which are alike in all axes before `axis`.
  Leg leg(const Ranks& members, Rank head, int axis, bool by_place) const {
    if (axis == grid_.axes()) return {{head}, star(1)};
    Ranks group;
    std::vector<Tree> rows;
    const int first = grid_.coordinate(head, axis);
    for (int i = 0; i < grid_.extent(axis); ++i) {
      const int row = (first + i) % grid_.extent(axis);
      Ranks there;
      for (Rank rank : members)
        if (grid_.coordinate(rank, axis) == row) there.push_back(rank);
      if (there.empty()) continue;
      const Rank row_head = head_of(there, head, axis, row, by_place);
      Leg inner = leg(with(there, row_head), row_head, axis + 1, by_place);
      group.insert(group.end(), inner.group.begin(), inner.group.end());
      rows.push_back(std::move(inner.tree));
    }
    const Tree heads = trees_[static_cast<std::size_t>(axis)](static_cast<int>(rows.size()));
    return {std::move(group), nested(heads, rows)};
  }

  const Grid grid_;
  const int ranks_;
  std::vector<TreeOf> trees_;  // [axis]
};

/// Whether ranks of some delivery differ along two axes.
bool crosses_axes(const ChainInput& input) {
  const Grid grid(input.problem.mesh);
  const auto crosses = [&](const Delivery& delivery) {
    int crossed = 0;
    for (int axis = 0; axis < grid.axes(); ++axis) {
      const int there = grid.coordinate(delivery.to.front(), axis);
      const auto differs = [&](Rank rank) { return grid.coordinate(rank, axis) != there; };
      crossed += std::ranges::any_of(delivery.to, differs) ||
                 std::ranges::any_of(delivery.sources,
                                     [&](const auto& s) { return std::ranges::any_of(s.holders, differs); });
    }
    return crossed > 1;
  };
  return grid.axes() > 1 && std::ranges::any_of(input.deliveries, crosses);
}

std::string refusal(const ChainInput& input) {
  if (!crosses_axes(input)) return "no element crosses two axes of the mesh";
  return refusal_of(AxesRecipe(input), input);
}

}  // namespace

constinit const Chain kHierarchical = {
    "hierarchical", "every part goes along one axis of the mesh at a time", false, refusal,
    [](const ChainInput& input) { return flows_of(AxesRecipe(input), input); }};

}  // namespace purlin
