#include <fmt/format.h>

#include "spec/draft.hpp"
#include "spec/expand_kind.hpp"
#include "spec/nearest.hpp"

namespace purlin {
namespace {

// Layouts say themselves what root, shift and over say of kinds.
bool refuse_kind_keys(const Request& request, const Source& source) {
  bool good = true;
  const auto refuse = [&](const auto& value, std::string_view key, std::string_view instead) {
    if (!value) return;
    source.error("S108", value->place, fmt::format("{} goes with a kind, not with layouts", key),
                 std::string(instead));
    good = false;
  };
  refuse(request.root, "root", "pin the layout, as in n @ 0");
  refuse(request.shift, "shift", "shift the binding, as in [s+1] n");
  refuse(request.over, "over", "bind the mesh axis, as in [tp=s] n");
  return good;
}

void read_layout(const std::optional<Placed<std::string>>& from, PlacedLayout& layout, const Source& source) {
  if (!from) return;
  layout.text = from->value;
  layout.place = from->place;
  LayoutError error;
  auto parts = parse_layout(layout.text, error);
  layout.readable = parts.has_value();
  if (parts)
    layout.parts = std::move(*parts);
  else
    source.error(error.code, layout.at(error.offset, error.length, source), error.message, error.help);
}

void report_missing(const Draft& draft) {
  const Request& request = draft.request;
  if (!request.collective_readable || (request.input && request.output)) return;
  const bool neither = !request.input && !request.output;
  const SourcePlace place =
      request.collective.line > 0 ? request.collective : SourcePlace{draft.source.name()};
  draft.source.error(
      "S104", place,
      neither ? "which collective?" : fmt::format("the {} is missing", request.input ? "output" : "input"),
      "[collective] has a kind, as in kind = \"all_reduce\", or an input and an output");
}

bool read_pair(Draft& draft) {
  report_missing(draft);
  read_layout(draft.request.input, draft.input, draft.source);
  read_layout(draft.request.output, draft.output, draft.source);
  const bool good = refuse_kind_keys(draft.request, draft.source);
  return good && draft.input.readable && draft.output.readable;
}

std::vector<std::string> names_of(const Mesh& mesh) {
  std::vector<std::string> names;
  for (const Mesh::Axis& axis : mesh.axes) names.push_back(axis.name);
  return names;
}

std::optional<int> over_of(const Draft& draft) {
  const Mesh& mesh = draft.problem.mesh;
  const std::string names = listed(names_of(mesh));
  if (const auto& over = draft.request.over) {
    const auto found = mesh.find(over->value);
    if (!found)
      draft.source.error("S203", over->place, fmt::format("no mesh axis {}", over->value),
                         did_you_mean(over->value, names_of(mesh), "the mesh has " + names));
    return found;
  }
  if (mesh.axes.size() == 1) return 0;
  draft.source.error(
      "S703", draft.request.kind->place, fmt::format("over which of the mesh axes {}?", names),
      fmt::format("say so, as in over = \"{}\"; the others are independent groups", mesh.axes.back().name));
  return std::nullopt;
}

bool check_root(const Draft& draft, const KindPlacement& placement) {
  const Mesh::Axis& over = draft.problem.mesh.axes[static_cast<std::size_t>(placement.over)];
  if (placement.root >= 0 && placement.root < over.extent) return true;
  draft.source.error("S704", draft.request.root->place,
                     fmt::format("root {} is outside mesh axis {}", placement.root, over.name),
                     fmt::format("it has coordinates 0 to {}", over.extent - 1));
  return false;
}

bool check_kind_keys(const Draft& draft) {
  const Request& request = draft.request;
  bool good = true;
  const auto refuse = [&](const auto& value, std::string code, std::string message, std::string help) {
    if (!value) return;
    draft.source.error(std::move(code), value->place, std::move(message), std::move(help),
                       {{"the kind is said here", request.kind->place}});
    good = false;
  };
  const auto lacks = [&](std::string_view key) { return fmt::format("{} has no {}", draft.kind->name, key); };
  if (!uses_root(*draft.kind)) refuse(request.root, "S108", lacks("root"), "leave root out");
  if (!uses_shift(*draft.kind)) refuse(request.shift, "S108", lacks("shift"), "leave shift out");
  for (const auto* layout : {&request.input, &request.output})
    refuse(*layout, "S105", "kind and layouts exclude each other", "leave out the kind, or the layouts");
  return good;
}

PlacedLayout expanded(const Draft& draft, std::string_view text, const KindPlacement& placement) {
  PlacedLayout layout;
  layout.parts = expand(text, placement, draft.problem.mesh);
  layout.place = draft.request.kind->place;
  layout.readable = true;
  layout.written = false;
  return layout;
}

bool expand_kind(Draft& draft) {
  const bool keys = check_kind_keys(draft);
  if (draft.problem.mesh.axes.empty()) return false;
  const auto over = over_of(draft);
  if (!over) return false;
  KindPlacement placement{*over, 0, 1};
  if (draft.request.root && uses_root(*draft.kind)) placement.root = draft.request.root->value;
  const std::int64_t extent = draft.problem.mesh.axes[static_cast<std::size_t>(*over)].extent;
  if (draft.request.shift) placement.shift = draft.request.shift->value % extent;
  if (!check_root(draft, placement)) return false;
  draft.input = expanded(draft, draft.kind->input, placement);
  draft.output = expanded(draft, draft.kind->output, placement);
  return keys;
}

}  // namespace

bool check_layout_texts(Draft& draft) {
  if (!draft.request.kind) return read_pair(draft);
  return draft.kind && expand_kind(draft);
}

}  // namespace purlin
