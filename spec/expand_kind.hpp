#pragma once
#include <string_view>

#include "spec/layout_text.hpp"
#include "spec/mesh.hpp"
#include "spec/named_collectives.hpp"

namespace purlin {

/// How a kind is placed on a mesh: along `over`, every other mesh axis an independent group.
struct KindPlacement {
  int over = 0;
  std::int64_t root = 0;
  std::int64_t shift = 1;
};

/// One of the kind's layout strings, with mesh axes named and groups bound on both sides.
LayoutText expand(std::string_view layout, const KindPlacement& placement, const Mesh& mesh);

}  // namespace purlin
