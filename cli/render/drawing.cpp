#include "cli/render/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "cli/render/text.hpp"
#include "spec/assert.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

constexpr std::size_t kWidest = 100;  // columns of a strip of cells

/// One rank's cell: lines of text, all cells as many.
using Cell = std::vector<std::string>;

std::string held_part(const Problem& problem, const Layout& layout, Rank rank) {
  const Coordinates at = problem.mesh.coordinates_of(rank);
  if (!holds(layout, at)) return "-";
  std::vector<std::string> indices;
  for (const Layout::Binding& binding : layout.bindings)
    indices.push_back(fmt::format("{}={}", problem.axes[static_cast<std::size_t>(binding.axis)].name,
                                  bound_index(binding, problem.mesh, at)));
  return indices.empty() ? "whole" : join(indices, " ");
}

bool sizes_differ(const Problem& problem, const Layout& layout) {
  std::vector<std::int64_t> sizes;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value)
    if (holds(layout, problem.mesh.coordinates_of(rank)))
      sizes.push_back(held_elements(problem, layout, rank).value);
  return std::ranges::adjacent_find(sizes, std::not_equal_to<>()) != sizes.end();
}

std::vector<Cell> cells_of(const Problem& problem, const Layout& layout) {
  const bool show_bytes = sizes_differ(problem, layout);
  std::vector<Cell> cells;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    cells.push_back({fmt::format("rank {}", rank.value), held_part(problem, layout, rank)});
    if (show_bytes)
      cells.back().push_back(cells.back()[1] == "-" ? ""
                                                    : print_bytes(held_bytes(problem, layout, rank).value));
  }
  return cells;
}

std::size_t widest(const std::vector<Cell>& cells) {
  std::size_t width = 0;
  for (const Cell& cell : cells)
    for (const std::string& line : cell) width = std::max(width, width_of(line));
  return width;
}

/// Cells side by side between rules.
std::string strip(std::span<const Cell> cells, std::size_t width) {
  std::string rule = "  +";
  for (std::size_t i = 0; i < cells.size(); ++i) rule += std::string(width + 2, '-') + "+";
  std::string text = rule + "\n";
  for (std::size_t line = 0; line < cells[0].size(); ++line) {
    text += "  |";
    for (const Cell& cell : cells) text += " " + left(cell[line], width) + " |";
    text += "\n";
  }
  return text + rule + "\n";
}

/// `dp=1 pp=0`: the coordinates of all mesh axes but the last.
std::string row_title(const Problem& problem, Rank first) {
  const Coordinates at = problem.mesh.coordinates_of(first);
  std::string title;
  for (std::size_t i = 0; i + 1 < at.size(); ++i)
    title += fmt::format("{}{}={}", i == 0 ? "  " : " ", problem.mesh.axes[i].name, at[i]);
  return title.empty() ? "" : title + "\n";
}

}  // namespace

std::string draw(const Problem& problem, const Layout& layout) {
  PURLIN_ASSERT(problem.ranks() <= kMostDrawnRanks);
  const std::vector<Cell> cells = cells_of(problem, layout);
  const std::size_t width = widest(cells);
  const auto across = static_cast<std::size_t>(problem.mesh.axes.back().extent);
  const std::size_t per_strip = std::clamp<std::size_t>((kWidest - 3) / (width + 3), 1, across);
  std::string text;
  for (std::size_t first = 0; first < cells.size(); first += across) {
    text += row_title(problem, {static_cast<int>(first)});
    for (std::size_t i = 0; i < across; i += per_strip)
      text += strip(std::span(cells).subspan(first + i, std::min(per_strip, across - i)), width);
  }
  return text;
}

}  // namespace purlin::cli
