#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "spec/ids.hpp"
#include "spec/mesh.hpp"

namespace purlin {

/// Index into `Problem::axes`.
using AxisId = int;

/// Which rank holds which part of a tensor, and in which memory order: `[rank] b h @ dp=0`.
struct Layout {
  /// The rank at coordinate c of `mesh_axis` holds index (c - shift) mod extent of `axis`. In a checked
  /// layout the shift lies in (-extent / 2, extent / 2], so that equal placements compare equal.
  struct Binding {
    int mesh_axis = 0;
    AxisId axis = 0;
    std::int64_t shift = 0;
    friend bool operator==(const Binding&, const Binding&) = default;
  };
  /// Only ranks at this coordinate hold anything.
  struct Pin {
    int mesh_axis = 0;
    std::int64_t coordinate = 0;
    friend bool operator==(const Pin&, const Pin&) = default;
  };
  std::vector<Binding> bindings;
  std::vector<AxisId> local;  // memory order, outermost first
  std::vector<Pin> pins;

  const Binding* binding_of(AxisId axis) const;
  const Binding* binding_on(int mesh_axis) const;
  bool is_local(AxisId axis) const;
  bool names(AxisId axis) const { return is_local(axis) || binding_of(axis) != nullptr; }
  friend bool operator==(const Layout&, const Layout&) = default;
};

/// Whether the rank at `at` holds a slice (pins).
bool holds(const Layout& layout, const Coordinates& at);

/// The index of a bound axis that the rank at `at` holds.
std::int64_t bound_index(const Layout::Binding& binding, const Mesh& mesh, const Coordinates& at);

}  // namespace purlin
