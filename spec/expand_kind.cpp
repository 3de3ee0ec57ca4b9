#include "spec/expand_kind.hpp"

#include <fmt/format.h>

#include "spec/assert.hpp"

namespace purlin {
namespace {

std::string replaced(std::string text, std::string_view word, const std::string& by) {
  const auto at = text.find(word);
  return at == std::string::npos ? text : text.replace(at, word.size(), by);
}

LayoutText parsed(std::string_view layout, const KindPlacement& placement) {
  const std::string text = replaced(replaced(std::string(layout), "root", std::to_string(placement.root)),
                                    "+shift", fmt::format("{:+}", placement.shift));
  LayoutError error;
  const auto result = parse_layout(text, error);
  PURLIN_ASSERT(result);
  return *result;
}

// A group's data axis is called like its mesh axis, unless that is in the way: a kind's own axes have one
// letter.
std::string group_axis(const std::string& mesh_axis, const Mesh& mesh) {
  if (mesh_axis.size() > 1) return mesh_axis;
  std::string name = mesh_axis + "_group";
  while (mesh.find(name)) name += "_";
  return name;
}

}  // namespace

LayoutText expand(std::string_view layout, const KindPlacement& placement, const Mesh& mesh) {
  LayoutText result = parsed(layout, placement);
  const LayoutWord over{mesh.axes[static_cast<std::size_t>(placement.over)].name};
  for (LayoutText::Binding& binding : result.bindings) binding.mesh_axis = over;
  for (LayoutText::Pin& pin : result.pins) pin.mesh_axis = over;
  std::vector<LayoutText::Binding> groups;
  for (std::size_t i = 0; i < mesh.axes.size(); ++i)
    if (static_cast<int>(i) != placement.over)
      groups.push_back({LayoutWord{mesh.axes[i].name}, LayoutWord{group_axis(mesh.axes[i].name, mesh)}, 0});
  result.bindings.insert(result.bindings.begin(), groups.begin(), groups.end());
  return result;
}

}  // namespace purlin
