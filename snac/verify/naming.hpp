#pragma once
#include <map>
#include <string>
#include <vector>

#include "snac/verify/strided.hpp"
#include "spec/problem.hpp"

namespace purlin {

/// What the layouts name, derived from them alone. Every byte of the tensor has one *place*, whichever ranks
/// hold it: its position in a dense tensor over the input's axes (bound first, then local; ragged axes at
/// their largest), so that replicas are one place and a step along an axis is the same distance everywhere.
class Naming {
 public:
  explicit Naming(const Problem& problem);

  /// Bytes of the rank's input (`at`) and their places (`carry`).
  std::vector<Box> input_of(Rank rank) const;

  /// Bytes of the rank's output (`at`), the place of their contribution at index 0 of the reduced axes
  /// (`carry`), and which set of contributions they have.
  struct Part {
    Box box;
    int contributions = 0;
  };
  std::vector<Part> output_of(Rank rank);

  /// Places of a set's elements, relative to the one at index 0; disjoint.
  const std::vector<Box>& contributions(int set) const { return sets_[static_cast<std::size_t>(set)]; }
  /// Elements in the set.
  std::int64_t count(int set) const { return counts_[static_cast<std::size_t>(set)]; }

  /// The lowest rank that holds the same slice of the output.
  Rank first_holder(Rank rank) const;

  /// `s=1, n=4096…8191`: the tensor elements of bytes of an output, given by their box.
  std::string output_elements(Rank rank, const Box& bytes) const;
  /// `p=5, n=17`: the element at a place, or only its reduced axes.
  std::string element_at(std::int64_t place) const;
  std::string contribution_at(std::int64_t place) const;

 private:
  struct Scan;  // one slice, cut where ragged axes change
  std::int64_t& radix(AxisId axis) { return radix_[static_cast<std::size_t>(axis)]; }
  std::int64_t radix(AxisId axis) const { return radix_[static_cast<std::size_t>(axis)]; }
  std::int64_t place_of(const Index& index) const;
  bool is_parent(AxisId axis) const { return is_parent_[static_cast<std::size_t>(axis)]; }
  int set_at(const Index& index);
  int intern(std::vector<Box> boxes);
  std::string names(const std::vector<AxisId>& axes, std::int64_t place) const;
  Index index_of(const Layout& layout, Rank rank, std::int64_t element) const;

  const Problem& problem_;
  std::int64_t element_;             // bytes
  std::vector<std::int64_t> radix_;  // [axis] bytes between neighbours; 0: not an input axis
  std::vector<bool> is_parent_;      // [axis] of a ragged one
  std::vector<AxisId> reduced_;
  std::vector<std::vector<Box>> sets_;
  std::vector<std::int64_t> counts_;
  std::map<std::vector<std::int64_t>, int> set_ids_;
  bool is_dense_ = true;
};

}  // namespace purlin
