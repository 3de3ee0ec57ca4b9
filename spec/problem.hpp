#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spec/data_type.hpp"
#include "spec/layout.hpp"
#include "spec/mesh.hpp"
#include "spec/reduce_op.hpp"

namespace purlin {

/// A data axis. A ragged one has a size per combination of its parents' indices.
struct Axis {
  struct Ragged {
    std::vector<AxisId> parents;      // dense axes
    std::vector<std::int64_t> sizes;  // row-major over the parents
    friend bool operator==(const Ragged&, const Ragged&) = default;
  };
  std::string name;
  std::int64_t size = 1;  // of a ragged axis: the largest
  std::optional<Ragged> ragged;
  friend bool operator==(const Axis&, const Axis&) = default;
};

/// Where one buffer of a rank is a contiguous part of the other.
enum class InPlace { no, same, input_in_output, output_in_input };

/// A checked request: everything below relies on its invariants (see docs/spec.md).
struct Problem {
  std::string name;  // file, kind or layout pair, for messages
  std::string kind;  // named collective, or empty
  Mesh mesh;
  std::vector<Axis> axes;
  DataType dtype = DataType::f32;
  ReduceOp op = ReduceOp::copy;
  Layout input;
  Layout output;
  InPlace in_place = InPlace::no;
  AxisId scale = -1;  // the axis that --size rescales; -1: none could be chosen

  int ranks() const { return mesh.ranks(); }
};

/// The tensor index a slice starts from: bound axes at the rank's own index, others 0. One entry per axis.
using Index = std::vector<std::int64_t>;

/// Size of `axis` where its parents stand at `index`.
std::int64_t extent_at(const Problem& problem, AxisId axis, const Index& index);

/// Elements that `rank` holds under `layout`; 0 where a pin excludes it.
Elements held_elements(const Problem& problem, const Layout& layout, Rank rank);
Bytes held_bytes(const Problem& problem, const Layout& layout, Rank rank);

/// Position of `index` in the dense slice of a rank that holds it (packed where ragged).
Elements offset_of(const Problem& problem, const Layout& layout, const Index& index);

/// Axes of the input that the output lacks.
std::vector<AxisId> reduced_axes(const Problem& problem);

/// Elements that one output element is made of (1 for copies), with output axes at `index`.
std::int64_t reduced_count(const Problem& problem, const Index& index);

/// Size S: the larger of the bytes held before and after, maximum over ranks.
Bytes size_of(const Problem& problem);

/// The same problem with `problem.scale` rescaled so that S is the largest that does not exceed `size`.
Problem resized(const Problem& problem, Bytes size);

/// Bytes by which the contained buffer of `rank` lies inside the containing one. Needs in_place != no.
Bytes in_place_offset(const Problem& problem, Rank rank);

/// Why the problem's buffers may not share memory, or which form applies.
struct InPlaceForm {
  InPlace form = InPlace::no;
  std::string refusal;
};
InPlaceForm in_place_form(const Problem& problem);

/// `[rank] b h`, as a spec would write it on this mesh; parses back to the same layout.
std::string print(const Problem& problem, const Layout& layout);

}  // namespace purlin
