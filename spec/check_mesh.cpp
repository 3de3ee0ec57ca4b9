#include <fmt/format.h>

#include <algorithm>

#include "spec/draft.hpp"

namespace purlin {
namespace {

constexpr std::int64_t kDefaultRanks = 8;

bool check_names(const std::vector<Placed<std::string>>& names, const Source& source) {
  bool good = true;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto& [name, place] = names[i];
    if (!is_name(name)) {
      source.error("S106", place, fmt::format("\"{}\" is no name", name),
                   "names are letters, digits and _, not a digit first");
      good = false;
    } else if (std::ranges::count(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), name,
                                  &Placed<std::string>::value) > 0) {
      source.error("S303", place, fmt::format("mesh axis {} stands twice", name),
                   "give each mesh axis a name of its own");
      good = false;
    }
  }
  return good;
}

bool check_extents(const std::vector<Placed<std::int64_t>>& shape, const Source& source) {
  bool good = true;
  std::int64_t ranks = 1;
  for (const auto& [extent, place] : shape) {
    if (extent < 1) {
      source.error("S302", place, fmt::format("a mesh extent of {}; the least is 1", extent),
                   "one rank is written shape = [1]");
      good = false;
    } else if (good && extent > kMaxRanks / ranks) {
      source.error("S304", place, fmt::format("more ranks than {}, the most that a mesh may have", kMaxRanks),
                   "");
      return false;
    } else {
      ranks *= extent;
    }
  }
  return good;
}

bool check_count(const Draft& draft, std::size_t names, std::size_t extents, const SourcePlace& place) {
  if (extents == 0 || extents > kMaxMeshAxes) {
    draft.source.error("S304", place,
                       fmt::format("a mesh of {} axes; it may have 1 to {}", extents, kMaxMeshAxes),
                       "shape = [8] is a mesh of one axis");
    return false;
  }
  if (names == extents) return true;
  draft.source.error("S301", place, fmt::format("{} axes, but a shape of {} extents", names, extents),
                     "axes and shape go together: axes = [\"dp\", \"tp\"], shape = [2, 4]");
  return false;
}

std::optional<std::vector<Placed<std::int64_t>>> shape_of(const Draft& draft) {
  if (draft.request.mesh_shape) return draft.request.mesh_shape->value;
  if (draft.request.named) return std::vector<Placed<std::int64_t>>{{kDefaultRanks, {}}};
  const SourcePlace place =
      draft.request.mesh_axes ? draft.request.mesh_axes->place : draft.source.place(0, 0);
  draft.source.error("S305", place, "how many ranks?",
                     "say so in [mesh], as in shape = [8], or with --ranks");
  return std::nullopt;
}

}  // namespace

bool check_mesh(Draft& draft) {
  const auto shape = shape_of(draft);
  if (!shape) return false;
  std::vector<Placed<std::string>> names{{"rank", {}}};
  const SourcePlace place = draft.request.mesh_shape ? draft.request.mesh_shape->place : SourcePlace{};
  if (draft.request.mesh_axes) names = draft.request.mesh_axes->value;
  const bool counts = check_count(draft, names.size(), shape->size(), place);
  const bool good = check_names(names, draft.source);
  if (!check_extents(*shape, draft.source) || !good || !counts) return false;
  for (std::size_t i = 0; i < names.size(); ++i)
    draft.problem.mesh.axes.push_back({names[i].value, (*shape)[i].value});
  return true;
}

}  // namespace purlin
