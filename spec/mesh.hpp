#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/ids.hpp"

namespace purlin {

/// A rank's position, one coordinate per mesh axis.
using Coordinates = std::vector<std::int64_t>;

/// The ranks as a grid with named axes; rank ids are row-major over the axes.
struct Mesh {
  struct Axis {
    std::string name;
    std::int64_t extent = 1;
  };
  std::vector<Axis> axes;

  int ranks() const;
  Coordinates coordinates_of(Rank rank) const;
  Rank rank_at(const Coordinates& at) const;
  std::optional<int> find(std::string_view name) const;
};

}  // namespace purlin
