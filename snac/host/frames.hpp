#pragma once
#include <functional>
#include <vector>

#include "spec/problem.hpp"

namespace purlin::host {

inline std::size_t rank_index(Rank rank) { return static_cast<std::size_t>(rank.value); }

/// A part of one rank's output in which positions are affine in the axes: `at` + Σ index · stride, elements.
/// Indices of ragged axes' parents and of axes that the input spreads over ranks stand still.
struct Frame {
  struct Walk {
    AxisId axis = 0;
    std::int64_t extent = 1;
    std::int64_t stride = 0;
  };
  /// Elements of one rank's input that go into each element of the frame.
  struct Contribution {
    Rank rank;
    std::int64_t at = 0;
    std::vector<std::int64_t> strides;  // along `walks`
    std::vector<Walk> folds;            // reduced axes
  };
  Index index;  // of the first element; reduced axes mean nothing
  std::int64_t at = 0;
  std::vector<Walk> walks;
  std::vector<Contribution> contributions;  // of reduced axes' indices in order

  /// Elements reduced into each element.
  std::int64_t count() const;
};

/// Every frame of what `rank` holds after, each element of the output in exactly one. Straight from the
/// layouts.
void for_each_frame(const Problem& problem, Rank rank, const std::function<void(const Frame&)>& visit);

/// A rank that holds what the layout stores for `index`.
Rank holder_of(const Problem& problem, const Layout& layout, const Index& index);

}  // namespace purlin::host
