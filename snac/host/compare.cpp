#include <fmt/format.h>

#include <cstring>

#include "snac/host/element.hpp"
#include "snac/host/rows.hpp"

namespace purlin::host {
namespace {

/// `output of rank 3, s=1, n=4096`
std::string place_name(const Problem& problem, Rank rank, const Index& index) {
  std::string name = fmt::format("output of rank {}", rank.value);
  const auto append = [&](AxisId axis) {
    const auto i = static_cast<std::size_t>(axis);
    name += fmt::format(", {}={}", problem.axes[i].name, index[i]);
  };
  for (const Layout::Binding& binding : problem.output.bindings) append(binding.axis);
  for (AxisId axis : problem.output.local) append(axis);
  return name;
}

/// Judges the rows of ranks that hold the same elements.
class Judge {
 public:
  Judge(const Problem& problem, Outputs outputs, const ExpectedRow& expected)
      : problem_(problem), outputs_(outputs), expected_(expected), element_(size_of(problem.dtype).value) {}

  void judge(const RowPlace& place, const std::vector<Rank>& ranks) {
    for (Rank rank : ranks) {
      comparison_.checked += place.elements;
      if (rank != ranks.front() && is_same_row(place, ranks.front(), rank) && row_is_right_) continue;
      judge_row(place, ranks.front(), rank);
    }
  }

  Comparison comparison_;

 private:
  const std::byte* got(const RowPlace& place, Rank rank, std::int64_t i) const {
    return outputs_[rank_index(rank)].data() + (place.at() + i * place.stride()) * element_;
  }

  bool is_same_row(const RowPlace& place, Rank a, Rank b) const {
    if (place.stride() != 1) return false;
    const auto bytes = static_cast<std::size_t>(place.elements * element_);
    return std::memcmp(got(place, a, 0), got(place, b, 0), bytes) == 0;
  }

  void judge_row(const RowPlace& place, Rank first, Rank rank) {
    const std::int64_t before = comparison_.wrong;
    const std::byte* own = got(place, rank, 0);
    const std::byte* other = got(place, first, 0);
    const std::int64_t step = place.stride() * element_;
    for (std::int64_t i = 0; i < place.elements; ++i, own += step, other += step) {
      if (!expected_.accepts(i, own))
        note(place, rank, i, own, expected_.text(i));
      else if (rank != first && !agrees(own, other))
        note(place, rank, i, own,
             fmt::format("{} as on rank {}", element_text(problem_.dtype, other), first.value));
    }
    if (rank == first) row_is_right_ = comparison_.wrong == before;
  }

  /// Bit by bit; any NaN agrees with any other.
  bool agrees(const std::byte* a, const std::byte* b) const {
    if (std::memcmp(a, b, static_cast<std::size_t>(element_)) == 0) return true;
    return is_nan(problem_.dtype, a) && is_nan(problem_.dtype, b);
  }

  void note(const RowPlace& place, Rank rank, std::int64_t i, const std::byte* got,
            const std::string& instead) {
    if (comparison_.wrong++ > 0) return;
    comparison_.first = fmt::format("{}: {} instead of {}", place_name(problem_, rank, place.index(i)),
                                    element_text(problem_.dtype, got), instead);
  }

  const Problem& problem_;
  Outputs outputs_;
  const ExpectedRow& expected_;
  std::int64_t element_;
  bool row_is_right_ = false;  // that of the first rank
};

}  // namespace

Comparison compare(const Problem& problem, Inputs inputs, Outputs outputs, const Tolerance& tolerance) {
  Rows rows(problem, inputs, tolerance);
  Judge judge(problem, outputs, rows.expected());
  for (const std::vector<Rank>& ranks : holders(problem))
    rows.for_each(ranks.front(), [&](const RowPlace& place) { judge.judge(place, ranks); });
  return judge.comparison_;
}

Comparison compare_rank(const Problem& problem, Inputs inputs, Rank rank, std::span<const std::byte> output,
                        const Tolerance& tolerance) {
  std::vector<std::span<const std::byte>> outputs(static_cast<std::size_t>(problem.ranks()));
  outputs[rank_index(rank)] = output;
  Rows rows(problem, inputs, tolerance);
  Judge judge(problem, outputs, rows.expected());
  rows.for_each(rank, [&](const RowPlace& place) { judge.judge(place, {rank}); });
  return judge.comparison_;
}

}  // namespace purlin::host
