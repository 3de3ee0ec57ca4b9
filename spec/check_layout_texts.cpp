#include <fmt/format.h>

#include "spec/draft.hpp"
#include "spec/expand_kind.hpp"
#include "spec/nearest.hpp"

namespace purlin {
namespace {

// root, shift and over belong to kinds; layouts say the same themselves.
bool refuse_kind_keys(const Draft& draft) {
  const Request& request = draft.request;
  bool good = true;
  const auto refuse = [&](const auto& value, std::string_view key, std::string_view instead) {
    if (!value) return;
    draft.source.error("S108", value->place, fmt::format("{} goes with a kind, not with layouts", key),
                       std::string(instead));
    good = false;
  };
  refuse(request.root, "root", "pin the layout: n @ 0");
  refuse(request.shift, "shift", "shift the binding: [s+1] n");
  refuse(request.over, "over", "bind the mesh axis: [tp=s] n");
  return good;
}

bool read_layout(const Draft& draft, const Placed<std::string>& from, PlacedLayout& layout) {
  layout.text = from.value;
  layout.place = from.place;
  LayoutError error;
  if (auto parts = parse_layout(layout.text, error)) return layout.parts = std::move(*parts), true;
  draft.source.error(error.code, layout.at(error.offset, error.length, draft.source), error.message,
                     error.help);
  return false;
}

bool read_pair(Draft& draft) {
  const Request& request = draft.request;
  if (!request.input || !request.output) {
    const std::string missing = request.input ? "output" : request.output ? "input" : "kind";
    draft.source.error("S104", request.collective,
                       missing == "kind" ? "no collective" : fmt::format("an {} is missing", missing),
                       "[collective] has a kind, or an input and an output");
    return false;
  }
  const bool keys = refuse_kind_keys(draft);
  const bool input = read_layout(draft, *request.input, draft.input);
  return read_layout(draft, *request.output, draft.output) && input && keys;
}

std::vector<std::string> mesh_names(const Mesh& mesh) {
  std::vector<std::string> names;
  for (const Mesh::Axis& axis : mesh.axes) names.push_back(axis.name);
  return names;
}

std::optional<int> over_of(const Draft& draft) {
  const Mesh& mesh = draft.problem.mesh;
  if (!draft.request.over) {
    if (mesh.axes.size() == 1) return 0;
    draft.source.error(
        "S602", draft.request.kind->place,
        fmt::format("along which of the mesh axes {}?", listed(mesh_names(mesh))),
        fmt::format("say over = \"{}\"; the other axes are independent groups", mesh.axes.back().name));
    return std::nullopt;
  }
  const auto& [name, place] = *draft.request.over;
  if (const auto found = mesh.find(name)) return found;
  draft.source.error("S203", place, fmt::format("no mesh axis {}", name),
                     did_you_mean(name, mesh_names(mesh), "the mesh has " + listed(mesh_names(mesh))));
  return std::nullopt;
}

bool check_root(const Draft& draft, const KindPlacement& placement) {
  const Mesh::Axis& over = draft.problem.mesh.axes[static_cast<std::size_t>(placement.over)];
  if (placement.root >= 0 && placement.root < over.extent) return true;
  draft.source.error("S603", draft.request.root->place,
                     fmt::format("root {} is outside {}", placement.root, over.name),
                     fmt::format("it has coordinates 0 to {}", over.extent - 1));
  return false;
}

bool check_kind_keys(const Draft& draft) {
  const auto& [request, kind] = std::pair<const Request&, const NamedCollective&>(draft.request, *draft.kind);
  bool good = true;
  const auto refuse = [&](const auto& value, std::string_view key) {
    if (!value) return;
    draft.source.error("S108", value->place, fmt::format("{} has no {}", kind.name, key),
                       fmt::format("leave {} out", key));
    good = false;
  };
  if (!uses_root(kind)) refuse(request.root, "root");
  if (!uses_shift(kind)) refuse(request.shift, "shift");
  for (const auto* layout : {&request.input, &request.output})
    if (*layout) {
      draft.source.error("S105", (*layout)->place, "a kind stands instead of layouts; here are both",
                         "leave the kind or the layouts out");
      good = false;
    }
  return good;
}

bool expand_kind(Draft& draft) {
  const Request& request = draft.request;
  const bool keys = check_kind_keys(draft);
  const auto over = over_of(draft);
  if (!over) return false;
  KindPlacement placement{*over, 0, 1};
  if (request.root) placement.root = request.root->value;
  if (request.shift) placement.shift = request.shift->value;
  if (!keys || !check_root(draft, placement)) return false;
  const auto expanded = [&](std::string_view text) {
    return PlacedLayout{expand(text, placement, draft.problem.mesh), std::string(text), request.kind->place,
                        false};
  };
  draft.input = expanded(draft.kind->input);
  draft.output = expanded(draft.kind->output);
  return true;
}

}  // namespace

bool check_layout_texts(Draft& draft) {
  if (!draft.request.kind) return read_pair(draft);
  return draft.kind && !draft.problem.mesh.axes.empty() && expand_kind(draft);
}

}  // namespace purlin
