#include <fmt/format.h>

#include "spec/problem.hpp"

namespace purlin {
namespace {

const std::string& name_of(const Problem& problem, AxisId axis) {
  return problem.axes[static_cast<std::size_t>(axis)].name;
}

const std::string& mesh_name(const Problem& problem, int mesh_axis) {
  return problem.mesh.axes[static_cast<std::size_t>(mesh_axis)].name;
}

// A bare name means both spaces on a mesh of several axes, the data axis on one of one axis.
std::string print(const Problem& problem, const Layout::Binding& binding) {
  const std::string& axis = name_of(problem, binding.axis);
  const std::string& mesh_axis = mesh_name(problem, binding.mesh_axis);
  const bool bare = problem.mesh.axes.size() == 1 || mesh_axis == axis;
  const std::string shift = binding.shift == 0 ? "" : fmt::format("{:+}", binding.shift);
  return (bare ? axis : mesh_axis + "=" + axis) + shift;
}

std::string print(const Problem& problem, const Layout::Pin& pin) {
  if (problem.mesh.axes.size() == 1) return std::to_string(pin.coordinate);
  return fmt::format("{}={}", mesh_name(problem, pin.mesh_axis), pin.coordinate);
}

template <class Parts>
std::string joined(const Problem& problem, const Parts& parts) {
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : ", ") + print(problem, part);
  return text;
}

}  // namespace

std::string print(const Problem& problem, const Layout& layout) {
  std::string text = layout.bindings.empty() ? "" : "[" + joined(problem, layout.bindings) + "]";
  for (AxisId axis : layout.local) text += (text.empty() ? "" : " ") + name_of(problem, axis);
  if (!layout.pins.empty()) text += (text.empty() ? "@ " : " @ ") + joined(problem, layout.pins);
  return text;
}

}  // namespace purlin
