#pragma once
#include <algorithm>

#include "snac/verify/strided.hpp"

namespace purlin {

constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && a < 0); }
constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 && a > 0); }

/// Rows `first` to `last` of a view's outermost step; none where last < first.
struct Rows {
  std::int64_t first = 0;
  std::int64_t last = -1;
  bool none() const { return last < first; }
  std::int64_t count() const { return last - first + 1; }
};

/// A box seen from its `depth`-th step inwards: what the recursions over two boxes descend.
struct View {
  Box box;
  int depth = 0;
  int side = 0;  // which of the two boxes

  explicit View(const Box& whole, int which = 0) : box(whole), side(which) {}

  bool is_byte() const { return depth == box.steps.size(); }
  Step& outer() { return box.steps[depth]; }
  const Step& outer() const { return box.steps[depth]; }

  std::int64_t extent_from(int step) const {
    std::int64_t extent = 1;
    for (int i = step; i < box.steps.size(); ++i) extent += (box.steps[i].count - 1) * box.steps[i].at;
    return extent;
  }
  std::int64_t extent() const { return extent_from(depth); }
  std::int64_t row_extent() const { return extent_from(depth + 1); }
  std::int64_t end() const { return box.at + extent(); }

  /// Rows that touch [lo, hi).
  Rows rows_within(std::int64_t lo, std::int64_t hi) const {
    const std::int64_t row = row_extent(), pitch = outer().at;
    return {std::max<std::int64_t>(0, floor_div(lo - box.at - row, pitch) + 1),
            std::min(outer().count - 1, floor_div(hi - 1 - box.at, pitch))};
  }

  void skip(std::int64_t rows) {
    box.at += rows * outer().at;
    box.carry += rows * outer().carry;
  }
  View rows(Rows some) const {
    View view = *this;
    view.skip(some.first);
    view.outer().count = some.count();
    return view;
  }
  View row(std::int64_t i) const {
    View view = *this;
    view.skip(i);
    ++view.depth;
    return view;
  }
  bool has_single_row() const { return !is_byte() && outer().count == 1; }
  void drop_single_rows() {
    while (has_single_row()) ++depth;
  }
};

/// With pitches s (of `coarse`) and t where t divides s, row i of `coarse` touches rows ik + first … ik +
/// last of `fine`, k = s / t.
inline Rows window_of(const View& coarse, const View& fine) {
  const std::int64_t gap = coarse.box.at - fine.box.at, pitch = fine.outer().at;
  return {floor_div(gap - fine.row_extent(), pitch) + 1, ceil_div(gap + coarse.row_extent(), pitch) - 1};
}

/// Beyond so many rows, strides without a common measure are given up.
inline constexpr std::int64_t kMaxIrregularRows = 4096;

}  // namespace purlin
