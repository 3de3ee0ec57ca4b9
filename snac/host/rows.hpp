#pragma once
#include <algorithm>
#include <vector>

#include "snac/host/frames.hpp"
#include "snac/host/reference.hpp"

namespace purlin::host {

/// Up to ExpectedRow::kElements elements along one walk of a frame.
struct RowPlace {
  const Frame& frame;
  std::size_t along = 0;               // of frame.walks, unless there are none
  std::vector<std::int64_t> position;  // along every walk, of the first element
  std::int64_t elements = 1;

  std::int64_t stride() const { return frame.walks.empty() ? 1 : frame.walks[along].stride; }
  std::int64_t at() const {
    std::int64_t at = frame.at;
    for (std::size_t d = 0; d < position.size(); ++d) at += position[d] * frame.walks[d].stride;
    return at;
  }
  Index index(std::int64_t i) const {
    Index index = frame.index;
    for (std::size_t d = 0; d < position.size(); ++d)
      index[static_cast<std::size_t>(frame.walks[d].axis)] = position[d];
    if (!frame.walks.empty()) index[static_cast<std::size_t>(frame.walks[along].axis)] += i;
    return index;
  }
};

/// Walks the rows of all frames of one rank's output, each along one walk of its frame.
class Rows {
 public:
  Rows(const Problem& problem, Inputs inputs, const Tolerance& tolerance)
      : problem_(problem), inputs_(inputs), element_(size_of(problem.dtype).value) {
    const ReduceOp op = reduced_axes(problem).empty() ? ReduceOp::copy : problem.op;
    expected_ = expected_row(problem.dtype, op, tolerance);
  }

  /// Calls `visit(place)` with the row's values in `expected()`.
  template <class Visit>
  void for_each(Rank rank, const Visit& visit) {
    for_each_frame(problem_, rank, [&](const Frame& frame) {
      RowPlace place{frame, row_of(frame), std::vector<std::int64_t>(frame.walks.size(), 0), 1};
      walk(place, 0, visit);
    });
  }

  const ExpectedRow& expected() const { return *expected_; }

 private:
  /// The innermost walk, whose elements are neighbours, unless it is short and another is longer.
  static std::size_t row_of(const Frame& frame) {
    constexpr std::int64_t kShort = 32;
    if (!frame.walks.empty() && frame.walks.back().extent >= kShort) return frame.walks.size() - 1;
    const auto found = std::ranges::max_element(frame.walks, {}, &Frame::Walk::extent);
    return static_cast<std::size_t>(found - frame.walks.begin());
  }

  template <class Visit>
  void walk(RowPlace& place, std::size_t d, const Visit& visit) {
    if (d == place.position.size()) return evaluate(place), visit(place);
    const bool is_row = d == place.along;
    const std::int64_t extent = place.frame.walks[d].extent;
    const std::int64_t step = is_row ? ExpectedRow::kElements : 1;
    std::int64_t& at = place.position[d];
    for (at = 0; at < extent; at += step) {
      if (is_row) place.elements = std::min(step, extent - at);
      walk(place, d + 1, visit);
    }
    at = 0;
  }

  void evaluate(const RowPlace& place) {
    expected_->begin(place.elements, place.frame.count());
    for (const Frame::Contribution& contribution : place.frame.contributions) {
      std::int64_t at = contribution.at;
      for (std::size_t d = 0; d < place.position.size(); ++d)
        at += place.position[d] * contribution.strides[d];
      const std::int64_t stride = place.frame.walks.empty() ? 1 : contribution.strides[place.along];
      fold(contribution, 0, inputs_[rank_index(contribution.rank)].data() + at * element_, stride);
    }
  }

  void fold(const Frame::Contribution& contribution, std::size_t d, const std::byte* from,
            std::int64_t stride) {
    if (d == contribution.folds.size()) return expected_->add(from, stride);
    const Frame::Walk& walk = contribution.folds[d];
    for (std::int64_t i = 0; i < walk.extent; ++i)
      fold(contribution, d + 1, from + i * walk.stride * element_, stride);
  }

  const Problem& problem_;
  Inputs inputs_;
  std::int64_t element_;
  std::unique_ptr<ExpectedRow> expected_;
};

/// Ranks that hold the same slice after, ascending; ranks that hold nothing are left out.
std::vector<std::vector<Rank>> holders(const Problem& problem);

}  // namespace purlin::host
