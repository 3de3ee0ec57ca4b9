#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "spec/draft.hpp"
#include "spec/nearest.hpp"

namespace purlin {
namespace {

constexpr std::size_t kMaxAxes = 32;
constexpr std::int64_t kFreeAxisSize = 4;  // of axes in a pair of layouts that `--size` does not rescale

// Finds or adds the axes that two layouts name, and turns their words into ids.
class AxisBook {
 public:
  explicit AxisBook(Draft& draft) : draft_(draft), mesh_(draft.problem.mesh), axes_(draft.problem.axes) {}

  bool declare() {
    for (const Request::AxisSize& axis : draft_.request.axes) {
      if (!is_name(axis.name.value))
        fail("S106", axis.name.place, fmt::format("\"{}\" is no name", axis.name.value),
             "names are letters, digits and _, not a digit first");
      axes_.push_back(
          {axis.name.value, axis.size, axis.ragged ? std::optional(Axis::Ragged{}) : std::nullopt});
    }
    return good_;
  }

  // Bound axes take their size from the mesh, so they come before the local ones.
  void bind(const PlacedLayout& from, Layout& layout) {
    for (const LayoutText::Binding& binding : from.parts.bindings) {
      const auto mesh_axis =
          mesh_axis_of(from, binding.mesh_axis ? *binding.mesh_axis : binding.axis, !binding.mesh_axis);
      if (!mesh_axis) continue;
      const AxisId axis = bound_axis(from, binding.axis, *mesh_axis);
      if (layout.binding_on(*mesh_axis))
        fail("S204", from.at(binding.axis, draft_.source),
             fmt::format("mesh axis {} is bound twice in one layout", extent_of(*mesh_axis).name),
             "a rank has one coordinate on it: bind one axis, keep the other local");
      if (layout.names(axis)) twice(from, binding.axis);
      layout.bindings.push_back({*mesh_axis, axis, normalized(binding.shift, extent_of(*mesh_axis).extent)});
    }
  }

  void place_local(const PlacedLayout& from, Layout& layout) {
    for (const LayoutWord& word : from.parts.local) {
      const auto axis = find(word.text) ? find(word.text) : unsized(from, word);
      if (!axis) continue;
      if (layout.names(*axis)) twice(from, word);
      layout.local.push_back(*axis);
    }
  }

  void pin(const PlacedLayout& from, Layout& layout) {
    for (const LayoutText::Pin& pin : from.parts.pins) {
      const SourcePlace place = from.at(pin.offset, pin.length, draft_.source);
      if (!pin.mesh_axis && mesh_.axes.size() > 1) {
        fail("S208", place, "a bare pin needs a mesh of one axis",
             fmt::format("name the axis: @ {}={}", mesh_.axes[0].name, pin.coordinate));
        continue;
      }
      const auto mesh_axis = pin.mesh_axis ? mesh_axis_of(from, *pin.mesh_axis, false) : std::optional(0);
      if (mesh_axis) add_pin(layout, *mesh_axis, pin.coordinate, place);
    }
  }

  void refuse_unused() {
    const Layout &input = draft_.problem.input, &output = draft_.problem.output;
    for (std::size_t i = 0; i < draft_.request.axes.size(); ++i) {
      const auto axis = static_cast<AxisId>(i);
      if (input.names(axis) || output.names(axis)) continue;
      const auto& [name, place] = draft_.request.axes[i].name;
      fail("S401", place, fmt::format("axis {} is declared, but no layout names it", name),
           did_you_mean(name, names_in_layouts(), "leave it out"));
    }
    if (axes_.size() > kMaxAxes)
      fail("S304", draft_.input.place, fmt::format("{} axes; at most {} are allowed", axes_.size(), kMaxAxes),
           "join axes that are never told apart");
  }

  bool good() const { return good_; }

 private:
  void fail(std::string code, const SourcePlace& place, std::string message, std::string help) {
    draft_.source.error(std::move(code), place, std::move(message), std::move(help));
    good_ = false;
  }

  void twice(const PlacedLayout& from, const LayoutWord& word) {
    fail("S205", from.at(word, draft_.source), fmt::format("axis {} stands twice in one layout", word.text),
         "an axis is bound or local, and once");
  }

  const Mesh::Axis& extent_of(int mesh_axis) const { return mesh_.axes[static_cast<std::size_t>(mesh_axis)]; }

  static std::int64_t normalized(std::int64_t shift, std::int64_t extent) {
    std::int64_t rest = shift % extent;
    if (rest < 0) rest += extent;
    return rest > extent / 2 ? rest - extent : rest;
  }

  std::optional<AxisId> find(std::string_view name) const {
    const auto found = std::ranges::find(axes_, name, &Axis::name);
    if (found == axes_.end()) return std::nullopt;
    return static_cast<AxisId>(found - axes_.begin());
  }

  std::optional<int> mesh_axis_of(const PlacedLayout& from, const LayoutWord& word, bool bare) {
    if (bare && mesh_.axes.size() == 1) return 0;
    if (const auto found = mesh_.find(word.text)) return found;
    std::vector<std::string> names;
    for (const Mesh::Axis& axis : mesh_.axes) names.push_back(axis.name);
    const std::string otherwise =
        bare ? fmt::format("to bind data axis {0} write [{1}={0}]", word.text, names[0])
             : "the mesh has " + listed(names);
    fail("S203", from.at(word, draft_.source), fmt::format("no mesh axis {}", word.text),
         did_you_mean(word.text, names, otherwise));
    return std::nullopt;
  }

  AxisId bound_axis(const PlacedLayout& from, const LayoutWord& word, int mesh_axis) {
    const std::int64_t extent = extent_of(mesh_axis).extent;
    const auto found = find(word.text);
    if (!found) {
      axes_.push_back({word.text, extent, {}});
      return static_cast<AxisId>(axes_.size()) - 1;
    }
    const Axis& axis = axes_[static_cast<std::size_t>(*found)];
    if (axis.ragged)
      fail("S405", from.at(word, draft_.source), fmt::format("ragged axis {} is bound", axis.name),
           "a ragged axis is local; bind one of its parents");
    else if (axis.size != extent)
      size_mismatch(from, word, *found, extent_of(mesh_axis));
    return *found;
  }

  void size_mismatch(const PlacedLayout& from, const LayoutWord& word, AxisId axis,
                     const Mesh::Axis& mesh_axis) {
    const std::int64_t size = axes_[static_cast<std::size_t>(axis)].size;
    fail("S402", from.at(word, draft_.source),
         fmt::format("axis {} has size {}, mesh axis {} has {}", word.text, size, mesh_axis.name,
                     mesh_axis.extent),
         "a bound axis has its mesh axis's size and may be left out of [axes]");
  }

  void add_pin(Layout& layout, int mesh_axis, std::int64_t coordinate, const SourcePlace& place) {
    const Mesh::Axis& axis = extent_of(mesh_axis);
    if (layout.binding_on(mesh_axis))
      fail("S206", place, fmt::format("mesh axis {} is pinned and bound", axis.name),
           "a bound axis spreads over all its coordinates: drop one of the two");
    if (coordinate < 0 || coordinate >= axis.extent)
      fail("S207", place, fmt::format("{} is outside mesh axis {}", coordinate, axis.name),
           fmt::format("it has coordinates 0 to {}", axis.extent - 1));
    if (std::ranges::count(layout.pins, mesh_axis, &Layout::Pin::mesh_axis) > 0)
      fail("S209", place, fmt::format("mesh axis {} is pinned twice", axis.name), "keep one");
    layout.pins.push_back({mesh_axis, coordinate});
  }

  std::optional<AxisId> unsized(const PlacedLayout& from, const LayoutWord& word) {
    if (draft_.request.named || (draft_.kind && draft_.size && word.text == "n")) {
      draft_.unsized = true;
      axes_.push_back({word.text, kFreeAxisSize, {}});
      return static_cast<AxisId>(axes_.size()) - 1;
    }
    std::vector<std::string> names;
    for (const Axis& axis : axes_) names.push_back(axis.name);
    const std::string otherwise =
        draft_.kind ? "declare it in [axes], as in n = \"1Mi\", or use --size"
                    : fmt::format("declare it in [axes], as in {} = 1024, or bind it", word.text);
    fail("S403", from.at(word, draft_.source), fmt::format("axis {} has no size", word.text),
         did_you_mean(word.text, names, otherwise));
    return std::nullopt;
  }

  std::vector<std::string> names_in_layouts() const {
    std::vector<std::string> names;
    for (std::size_t i = draft_.request.axes.size(); i < axes_.size(); ++i) names.push_back(axes_[i].name);
    return names;
  }

  Draft& draft_;
  const Mesh& mesh_;
  std::vector<Axis>& axes_;
  bool good_ = true;
};

}  // namespace

bool check_axes(Draft& draft) {
  AxisBook book(draft);
  book.declare();
  book.bind(draft.input, draft.problem.input);
  book.bind(draft.output, draft.problem.output);
  book.place_local(draft.input, draft.problem.input);
  book.place_local(draft.output, draft.problem.output);
  book.pin(draft.input, draft.problem.input);
  book.pin(draft.output, draft.problem.output);
  if (book.good()) book.refuse_unused();
  return book.good();
}

}  // namespace purlin
