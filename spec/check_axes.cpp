#include <fmt/format.h>

#include <algorithm>

#include "spec/axis_book.hpp"
#include "spec/draft.hpp"
#include "spec/nearest.hpp"

namespace purlin {
namespace {

std::vector<std::string> names_of(const Mesh& mesh) {
  std::vector<std::string> names;
  for (const Mesh::Axis& axis : mesh.axes) names.push_back(axis.name);
  return names;
}

// Into (-extent / 2, extent / 2].
std::int64_t normalized(std::int64_t shift, std::int64_t extent) {
  const std::int64_t rest = (shift % extent + extent) % extent;
  return rest > extent / 2 ? rest - extent : rest;
}

// Turns the words of one layout into ids, and says what does not fit the mesh.
class Placer {
 public:
  Placer(const Draft& draft, AxisBook& book, const PlacedLayout& from, Layout& layout)
      : draft_(draft), book_(book), mesh_(draft.problem.mesh), from_(from), layout_(layout) {}

  void bind() {
    for (const LayoutText::Binding& binding : from_.parts.bindings) {
      const auto mesh_axis = mesh_axis_of(binding);
      if (mesh_axis)
        bind(binding, *mesh_axis);
      else
        book_.excuse(binding.axis);
    }
  }

  void place_local() {
    for (const LayoutWord& word : from_.parts.local) {
      const auto axis = book_.local(from_, word);
      if (axis && is_new(*axis, word)) layout_.local.push_back(*axis);
    }
  }

  void pin() {
    for (const LayoutText::Pin& pin : from_.parts.pins) {
      const SourcePlace place = from_.at(pin.offset, pin.length, draft_.source);
      const auto mesh_axis = mesh_axis_of(pin, place);
      if (mesh_axis) check_pin(*mesh_axis, pin.coordinate, place);
      if (mesh_axis) layout_.pins.push_back({*mesh_axis, pin.coordinate});
    }
  }

 private:
  const Mesh::Axis& described(int mesh_axis) const { return mesh_.axes[static_cast<std::size_t>(mesh_axis)]; }
  SourcePlace place_of(const LayoutWord& word) const { return from_.at(word, draft_.source); }

  void bind(const LayoutText::Binding& binding, int mesh_axis) {
    const AxisId axis = book_.bound(from_, binding.axis, described(mesh_axis));
    if (layout_.binding_on(mesh_axis))
      book_.fail("S204", place_of(binding.axis),
                 fmt::format("mesh axis {} is bound twice in one layout", described(mesh_axis).name),
                 "a rank has one coordinate on it: bind one axis there, keep the other local");
    if (is_new(axis, binding.axis))
      layout_.bindings.push_back({mesh_axis, axis, normalized(binding.shift, described(mesh_axis).extent)});
  }

  bool is_new(AxisId axis, const LayoutWord& word) {
    if (!layout_.names(axis)) return true;
    book_.fail("S205", place_of(word), fmt::format("axis {} stands twice in one layout", word.text),
               "an axis is bound or local, and once");
    return false;
  }

  std::optional<int> mesh_axis_of(const LayoutText::Binding& binding) {
    if (binding.mesh_axis) return find(*binding.mesh_axis, "the mesh has " + listed(names_of(mesh_)));
    if (mesh_.axes.size() == 1) return 0;
    return find(binding.axis,
                fmt::format("to bind data axis {0} write [{1}={0}]", binding.axis.text, mesh_.axes[0].name));
  }

  std::optional<int> mesh_axis_of(const LayoutText::Pin& pin, const SourcePlace& place) {
    if (pin.mesh_axis) return find(*pin.mesh_axis, "the mesh has " + listed(names_of(mesh_)));
    if (mesh_.axes.size() == 1) return 0;
    book_.fail("S208", place, "a bare pin needs a mesh of one axis",
               fmt::format("name the mesh axis: @ {}={}", mesh_.axes[0].name, pin.coordinate));
    return std::nullopt;
  }

  std::optional<int> find(const LayoutWord& word, std::string otherwise) {
    const auto found = mesh_.find(word.text);
    if (!found)
      book_.fail("S203", place_of(word), fmt::format("no mesh axis {}", word.text),
                 did_you_mean(word.text, names_of(mesh_), std::move(otherwise)));
    return found;
  }

  void check_pin(int mesh_axis, std::int64_t coordinate, const SourcePlace& place) {
    const Mesh::Axis& axis = described(mesh_axis);
    if (layout_.binding_on(mesh_axis))
      book_.fail("S206", place, fmt::format("mesh axis {} is pinned and bound", axis.name),
                 "a bound axis spreads over all coordinates: drop one of the two");
    if (coordinate < 0 || coordinate >= axis.extent)
      book_.fail("S207", place, fmt::format("{} is outside mesh axis {}", coordinate, axis.name),
                 fmt::format("it has coordinates 0 to {}", axis.extent - 1));
    if (std::ranges::count(layout_.pins, mesh_axis, &Layout::Pin::mesh_axis) > 0)
      book_.fail("S209", place, fmt::format("mesh axis {} is pinned twice", axis.name), "keep one pin");
  }

  const Draft& draft_;
  AxisBook& book_;
  const Mesh& mesh_;
  const PlacedLayout& from_;
  Layout& layout_;
};

}  // namespace

bool check_axes(Draft& draft) {
  AxisBook book(draft);
  if (!book.declare()) return false;
  std::vector<Placer> placers;
  if (draft.input.readable) placers.emplace_back(draft, book, draft.input, draft.problem.input);
  if (draft.output.readable) placers.emplace_back(draft, book, draft.output, draft.problem.output);
  for (Placer& placer : placers) placer.bind();  // sizes from the mesh come first
  for (Placer& placer : placers) placer.pin();
  if (placers.size() < 2) return false;  // the other layout may say the sizes
  for (Placer& placer : placers) placer.place_local();
  if (book.good()) book.refuse_unused();
  return book.good();
}

}  // namespace purlin
