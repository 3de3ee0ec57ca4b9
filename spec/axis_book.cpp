#include "spec/axis_book.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/nearest.hpp"

namespace purlin {
namespace {

constexpr std::size_t kMaxAxes = 32;
constexpr std::int64_t kFreeAxisSize = 4;  // of axes in a pair of layouts that --size does not rescale

}  // namespace

void AxisBook::fail(std::string code, const SourcePlace& place, std::string message, std::string help,
                    std::vector<Diagnostic::Note> notes) {
  draft_.source.error(std::move(code), place, std::move(message), std::move(help), std::move(notes));
  good_ = false;
}

// Where [axes] says what a layout contradicts; nothing for axes that got their size from the mesh.
std::vector<Diagnostic::Note> AxisBook::declaration_of(AxisId axis) const {
  const auto i = static_cast<std::size_t>(axis);
  if (i >= draft_.request.axes.size()) return {};
  return {{"declared here", draft_.request.axes[i].name.place}};
}

bool AxisBook::declare() {
  const auto& declared = draft_.request.axes;
  if (declared.size() > kMaxAxes) return refuse_count(declared.size(), declared[kMaxAxes].name.place), false;
  for (const Request::AxisSize& axis : declared) {
    const auto& [name, place] = axis.name;
    if (!is_name(name)) fail("S106", place, fmt::format("\"{}\" is no name", name), std::string(kNameHelp));
    axes_.push_back(
        {name, axis.size.value_or(1), axis.ragged ? std::optional(Axis::Ragged{}) : std::nullopt});
  }
  return true;
}

void AxisBook::refuse_count(std::size_t count, const SourcePlace& place) {
  fail("S404", place, fmt::format("{} axes; at most {} are allowed", count, kMaxAxes),
       "join axes that are never told apart");
}

std::optional<AxisId> AxisBook::find(std::string_view name) const {
  const auto found = std::ranges::find(axes_, name, &Axis::name);
  if (found == axes_.end()) return std::nullopt;
  return static_cast<AxisId>(found - axes_.begin());
}

AxisId AxisBook::add(std::string name, std::int64_t size) {
  axes_.push_back({std::move(name), size, {}});
  return static_cast<AxisId>(axes_.size()) - 1;
}

AxisId AxisBook::bound(const PlacedLayout& from, const LayoutWord& word, const Mesh::Axis& mesh_axis) {
  const auto found = find(word.text);
  if (!found) return add(word.text, mesh_axis.extent);
  const Axis& axis = axes_[static_cast<std::size_t>(*found)];
  const SourcePlace place = from.at(word, draft_.source);
  if (axis.ragged)
    fail("S501", place, fmt::format("ragged axis {} is bound", axis.name),
         "a ragged axis is local; bind one of its parents", declaration_of(*found));
  else if (axis.size != mesh_axis.extent && has_readable_size(*found))
    fail("S402", place,
         fmt::format("axis {} has size {}, mesh axis {} has {}", axis.name, axis.size, mesh_axis.name,
                     mesh_axis.extent),
         "a bound axis has its mesh axis's size and may be left out of [axes]", declaration_of(*found));
  return *found;
}

bool AxisBook::has_readable_size(AxisId axis) const {
  const auto& declared = draft_.request.axes;
  const auto i = static_cast<std::size_t>(axis);
  return i >= declared.size() || declared[i].size.has_value();
}

// A kind's n, and every axis of what is named on the command line, follow `--size`.
bool AxisBook::may_lack_size(const LayoutWord& word) const {
  return draft_.request.named || (draft_.kind && draft_.request.size && word.text == "n");
}

std::optional<AxisId> AxisBook::local(const PlacedLayout& from, const LayoutWord& word) {
  if (const auto found = find(word.text)) return found;
  if (may_lack_size(word)) return draft_.unsized = true, add(word.text, kFreeAxisSize);
  if (std::ranges::count(excused_, word.text) > 0) return std::nullopt;
  excuse(word);
  const std::string declare = fmt::format("declare it in [axes], as in {} = 1024, or ", word.text);
  fail(
      "S403", from.at(word, draft_.source), fmt::format("axis {} has no size", word.text),
      did_you_mean(word.text, names_from(0), declare + (draft_.kind ? "use --size" : "bind it on one side")));
  return std::nullopt;
}

std::vector<std::string> AxisBook::names_from(std::size_t first) const {
  std::vector<std::string> names;
  for (std::size_t i = first; i < axes_.size(); ++i) names.push_back(axes_[i].name);
  return names;
}

void AxisBook::refuse_unused() {
  const Problem& problem = draft_.problem;
  const std::size_t declared = draft_.request.axes.size();
  for (std::size_t i = 0; i < declared; ++i) {
    const auto axis = static_cast<AxisId>(i);
    if (problem.input.names(axis) || problem.output.names(axis)) continue;
    const auto& [name, place] = draft_.request.axes[i].name;
    fail("S401", place, fmt::format("axis {} is declared, but no layout names it", name),
         did_you_mean(name, names_from(declared), "leave it out, or name it in a layout"));
  }
  if (axes_.size() > kMaxAxes) refuse_count(axes_.size(), draft_.input.place);
}

}  // namespace purlin
