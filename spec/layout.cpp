#include "spec/layout.hpp"

#include <algorithm>

namespace purlin {

const Layout::Binding* Layout::binding_of(AxisId axis) const {
  const auto found = std::ranges::find(bindings, axis, &Binding::axis);
  return found == bindings.end() ? nullptr : &*found;
}

const Layout::Binding* Layout::binding_on(int mesh_axis) const {
  const auto found = std::ranges::find(bindings, mesh_axis, &Binding::mesh_axis);
  return found == bindings.end() ? nullptr : &*found;
}

bool Layout::is_local(AxisId axis) const { return std::ranges::find(local, axis) != local.end(); }

bool holds(const Layout& layout, const Coordinates& at) {
  return std::ranges::all_of(layout.pins, [&](const Layout::Pin& pin) {
    return at[static_cast<std::size_t>(pin.mesh_axis)] == pin.coordinate;
  });
}

std::int64_t bound_index(const Layout::Binding& binding, const Mesh& mesh, const Coordinates& at) {
  const auto mesh_axis = static_cast<std::size_t>(binding.mesh_axis);
  const std::int64_t extent = mesh.axes[mesh_axis].extent;
  const std::int64_t index = (at[mesh_axis] - binding.shift) % extent;
  return index < 0 ? index + extent : index;
}

}  // namespace purlin
