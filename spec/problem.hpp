#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/data_type.hpp"
#include "spec/diagnostic.hpp"
#include "spec/layout.hpp"
#include "spec/mesh.hpp"
#include "spec/reduce_op.hpp"

namespace purlin {

inline constexpr int kMaxMeshAxes = 8;
inline constexpr int kMaxRanks = 4096;
inline constexpr std::int64_t kMaxBytes = std::int64_t{1} << 60;

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

/// Where one buffer of a rank is a contiguous part of the other, on every rank that holds both.
enum class InPlace { no, same, input_in_output, output_in_input };

/// A checked request. Readers promise, and everything below relies on:
/// * the mesh has 1 to kMaxMeshAxes axes with distinct names, extents ≥ 1 and at most kMaxRanks ranks;
/// * every axis has a distinct name and stands in a layout; no layout names an axis or binds a mesh axis
/// twice;
/// * a bound axis is dense and has its mesh axis's size on either side; pins stand on unbound mesh axes,
/// inside;
/// * copy: both layouts name the same axes; else the input names all of the output's, and the op suits the
/// dtype;
/// * a ragged axis is local; its parents are dense and stand in every layout that it stands in, bound or
/// earlier;
/// * no size is negative; the whole tensor, and what all ranks hold together, fit in kMaxBytes on both sides;
/// * an op without a value over zero elements never meets them; `in_place` is a form that applies.
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

/// A position in the tensor: one entry per axis of the problem.
using Index = std::vector<std::int64_t>;

/// Where the slice of the rank at `at` starts: bound axes at its own index, all others 0.
Index slice_origin(const Problem& problem, const Layout& layout, const Coordinates& at);

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

/// The same problem with `problem.scale` rescaled so that S is the largest that does not exceed `size`, every
/// entry of a ragged table rounded down. nullopt and the reason where there is no such axis or size. Start a
/// sweep's sizes from one problem each: rounding adds up.
std::optional<Problem> resized(const Problem& problem, Bytes size, Diagnostics& diagnostics);

/// Bytes by which the contained buffer of `rank` lies inside the containing one; 0 where the rank holds but
/// one of the two, which then is the whole buffer. Needs in_place != no.
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
