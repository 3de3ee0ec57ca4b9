#include "spec/mesh.hpp"

#include "spec/assert.hpp"

namespace purlin {

int Mesh::ranks() const {
  std::int64_t product = 1;
  for (const Axis& axis : axes) product *= axis.extent;
  return static_cast<int>(product);
}

Coordinates Mesh::coordinates_of(Rank rank) const {
  Coordinates at(axes.size());
  std::int64_t rest = rank.value;
  for (std::size_t i = axes.size(); i-- > 0; rest /= axes[i].extent) at[i] = rest % axes[i].extent;
  PURLIN_ASSERT(rest == 0);
  return at;
}

Rank Mesh::rank_at(const Coordinates& at) const {
  PURLIN_ASSERT(at.size() == axes.size());
  std::int64_t id = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) id = id * axes[i].extent + at[i];
  return {static_cast<int>(id)};
}

std::optional<int> Mesh::find(std::string_view name) const {
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].name == name) return static_cast<int>(i);
  return std::nullopt;
}

}  // namespace purlin
