#include "tests/support/draft.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace purlin::testing {
namespace {

using Strings = std::vector<std::string>;

std::string print(const Draft& draft, const Draft::Binding& binding) {
  const std::string& mesh = draft.mesh_axis(binding.mesh_axis).name;
  const std::string& axis = draft.axis(binding.axis).name;
  const std::string shift = binding.shift == 0 ? "" : fmt::format("{:+}", binding.shift);
  if (draft.mesh.size() == 1 || mesh == axis) return axis + shift;  // the short form
  return mesh + "=" + axis + shift;
}

std::string print(const Draft& draft, const Draft::Pin& pin) {
  if (draft.mesh.size() == 1) return std::to_string(pin.coordinate);
  return fmt::format("{}={}", draft.mesh_axis(pin.mesh_axis).name, pin.coordinate);
}

std::string print(const Draft& draft, const Draft::Side& side) {
  Strings bindings, local, pins;
  for (const auto& binding : side.bindings) bindings.push_back(print(draft, binding));
  for (int axis : side.local) local.push_back(draft.axis(axis).name);
  for (const auto& pin : side.pins) pins.push_back(print(draft, pin));
  std::string text = bindings.empty() ? "" : fmt::format("[{}] ", fmt::join(bindings, ", "));
  text += fmt::format("{}", fmt::join(local, " "));
  return pins.empty() ? text : text + fmt::format(" @ {}", fmt::join(pins, ", "));
}

/// `sizes` nested in the order of the parents.
std::string nested(const Draft& draft, const Draft::DataAxis& axis, std::size_t parent, std::size_t& at) {
  if (parent == axis.parents.size()) return std::to_string(axis.sizes[at++]);
  Strings items;
  for (std::int64_t i = 0; i < draft.axis(axis.parents[parent]).size; ++i)
    items.push_back(nested(draft, axis, parent + 1, at));
  return fmt::format("[{}]", fmt::join(items, ", "));
}

std::string print(const Draft& draft, const Draft::DataAxis& axis) {
  if (!axis.is_ragged()) return fmt::format("{} = {}\n", axis.name, axis.size);
  Strings parents;
  for (int parent : axis.parents) parents.push_back("\"" + draft.axis(parent).name + "\"");
  std::size_t at = 0;
  return fmt::format("{} = {{ per = [{}], sizes = {} }}\n", axis.name, fmt::join(parents, ", "),
                     nested(draft, axis, 0, at));
}

bool is_bound(const Draft& draft, int axis) {
  const auto binds = [&](const Draft::Binding& binding) { return binding.axis == axis; };
  return std::ranges::any_of(draft.input.bindings, binds) ||
         std::ranges::any_of(draft.output.bindings, binds);
}

}  // namespace

std::string to_toml(const Draft& draft) {
  Strings names, extents;
  for (const auto& axis : draft.mesh) {
    names.push_back("\"" + axis.name + "\"");
    extents.push_back(std::to_string(axis.extent));
  }
  std::string text = fmt::format("[mesh]\naxes = [{}]\nshape = [{}]\n\n[axes]\n", fmt::join(names, ", "),
                                 fmt::join(extents, ", "));
  for (std::size_t i = 0; i < draft.axes.size(); ++i)
    if (i % 2 == 0 || !is_bound(draft, static_cast<int>(i))) text += print(draft, draft.axes[i]);
  text +=
      fmt::format("\n[collective]\ndtype = \"{}\"\nop = \"{}\"\n", name_of(draft.dtype), name_of(draft.op));
  return text + fmt::format("input = \"{}\"\noutput = \"{}\"\n", print(draft, draft.input),
                            print(draft, draft.output));
}

}  // namespace purlin::testing
