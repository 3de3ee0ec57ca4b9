#include <fmt/format.h>

#include <algorithm>

#include "spec/draft.hpp"

namespace purlin {
namespace {

constexpr std::int64_t kDefaultRanks = 8;

using Names = std::vector<Placed<std::string>>;
using Shape = std::vector<Placed<std::int64_t>>;

bool check_names(const Names& names, const Source& source) {
  bool good = true;
  const auto fail = [&](std::string code, const SourcePlace& place, std::string message,
                        std::string_view help) {
    source.error(std::move(code), place, std::move(message), std::string(help));
    good = false;
  };
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (!is_name(name->value))
      fail("S106", name->place, fmt::format("\"{}\" is no name", name->value), kNameHelp);
    else if (std::ranges::count(names.begin(), name, name->value, &Placed<std::string>::value) > 0)
      fail("S303", name->place, fmt::format("mesh axis {} stands twice", name->value),
           "give each mesh axis a name of its own");
  }
  return good;
}

bool check_extents(const Shape& shape, const Source& source) {
  bool good = true;
  std::int64_t ranks = 1;
  for (const auto& [extent, place] : shape) {
    if (extent < 1) {
      source.error("S302", place, fmt::format("a mesh extent of {}", extent), "one rank is the least");
      good = false;
    } else if (extent > kMaxRanks / ranks) {
      source.error("S304", place, fmt::format("more than {} ranks in all", kMaxRanks), "use a smaller mesh");
      return false;
    } else {
      ranks *= extent;
    }
  }
  return good;
}

bool check_counts(const Names& names, const Shape& shape, const SourcePlace& place, const Source& source) {
  constexpr std::size_t kMost = kMaxMeshAxes;
  const std::size_t count = std::max(names.size(), shape.size());
  if (shape.empty() || count > kMost) {
    source.error("S304", place, fmt::format("a mesh of {} axes; it has 1 to {}", count, kMost),
                 "shape = [8] is a mesh of one axis");
    return false;
  }
  if (names.size() == shape.size()) return true;
  source.error("S301", place, fmt::format("{} axes, but a shape of {} extents", names.size(), shape.size()),
               "axes and shape go together, as in axes = [\"dp\", \"tp\"], shape = [2, 4]");
  return false;
}

std::optional<Shape> shape_of(const Draft& draft) {
  const Request& request = draft.request;
  if (request.mesh_shape) return request.mesh_shape->value;
  if (request.named) return Shape{{kDefaultRanks, {}}};
  const SourcePlace place = request.mesh_axes ? request.mesh_axes->place : SourcePlace{draft.source.name()};
  draft.source.error("S305", place, "how many ranks?",
                     "say so in [mesh], as in shape = [8], or with --ranks");
  return std::nullopt;
}

}  // namespace

bool check_mesh(Draft& draft) {
  if (!draft.request.mesh_readable) return false;
  const auto shape = shape_of(draft);
  if (!shape) return false;
  const Names names = draft.request.mesh_axes ? draft.request.mesh_axes->value : Names{{"rank", {}}};
  const SourcePlace place = draft.request.mesh_shape ? draft.request.mesh_shape->place : SourcePlace{};
  if (std::max(names.size(), shape->size()) > static_cast<std::size_t>(kMaxMeshAxes))
    return check_counts(names, *shape, place, draft.source);
  const bool counts = check_counts(names, *shape, place, draft.source);
  const bool good = check_names(names, draft.source);
  if (!check_extents(*shape, draft.source) || !good || !counts) return false;
  for (std::size_t i = 0; i < names.size(); ++i)
    draft.problem.mesh.axes.push_back({names[i].value, (*shape)[i].value});
  return true;
}

}  // namespace purlin
