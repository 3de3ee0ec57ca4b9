#include "snac/transfers.hpp"

#include <algorithm>
#include <span>

#include "snac/source_choice.hpp"
#include "snac/strides.hpp"

// A block is a box of the tensor: every axis stands at one index or runs over its whole extent. It runs where
// the axis is local on both sides; it stands where a rank's coordinate fixes it, or where it is unrolled
// here: axes that other ranks hold one index each of, and parents of ragged axes, so that strides inside a
// block are constant.

namespace purlin {
namespace {

struct Contribution {
  Rank rank;
  std::int64_t offset = 0;
  std::vector<std::int64_t> strides;  // bytes, one per running axis
  std::vector<Dim> folds;             // outermost first

  /// Takes `next` in where its fold goes on where this one's ends.
  bool extend(const Contribution& next) {
    if (rank != next.rank || strides != next.strides || folds.size() != 1 || next.folds.size() != 1)
      return false;
    if (folds[0].stride != next.folds[0].stride || folds[0].count == 0) return false;
    if (offset + folds[0].count * folds[0].stride != next.offset) return false;
    folds[0].count += next.folds[0].count;
    return true;
  }
};

/// One running axis: its count and its pitch in the output and in every contribution.
struct RunningAxis {
  std::int64_t count = 1;
  std::int64_t to = 0;
  std::vector<std::int64_t> from;

  bool continues(const RunningAxis& inner) const {
    if (to != inner.to * inner.count) return false;
    for (std::size_t i = 0; i < from.size(); ++i)
      if (from[i] != inner.from[i] * inner.count) return false;
    return true;
  }
  bool is_run(std::int64_t element) const {
    return to == element && std::ranges::all_of(from, [&](std::int64_t pitch) { return pitch == element; });
  }
};

bool extend(Block& block, const Block& next) {
  if (block.dims() + next.dims() > 0 || block.fold || next.fold) return false;
  if (block.offset + block.run != next.offset) return false;
  block.run += next.run;
  return true;
}

/// Makes one transfer of two that continue each other in the output and in every source.
bool extend(Transfer& transfer, const Transfer& next) {
  if (transfer.to != next.to || transfer.sources.size() != next.sources.size()) return false;
  Transfer both = transfer;
  if (!extend(both.destination, next.destination)) return false;
  for (std::size_t i = 0; i < both.sources.size(); ++i) {
    if (both.sources[i].rank != next.sources[i].rank) return false;
    if (!extend(both.sources[i].block, next.sources[i].block)) return false;
  }
  transfer = std::move(both);
  return true;
}

class TransferFinder {
 public:
  explicit TransferFinder(const Problem& problem);
  std::vector<Transfer> find();

 private:
  std::int64_t& at(AxisId axis) { return index_[static_cast<std::size_t>(axis)]; }
  std::int64_t extent(AxisId axis) { return extent_at(problem_, axis, index_); }
  std::int64_t pitch(const Layout& layout, AxisId axis) {
    return stride_of(problem_, layout, axis, index_) * element_;
  }
  bool any_empty(const std::vector<AxisId>& axes) {
    return std::ranges::any_of(axes, [&](AxisId axis) { return extent(axis) == 0; });
  }
  void stand_at_rank(const Layout& layout, Rank rank);
  template <class Visit>
  void for_each_index(const std::vector<AxisId>& axes, std::size_t depth, Visit&& visit);

  void find_for(Rank to);
  void add_block(Rank to);
  std::vector<Contribution> contributions(Rank to);
  Contribution contribution(Rank to);
  std::vector<Dim> folds();
  void spread_folds(const Contribution& part, std::vector<Contribution>& into);
  std::vector<RunningAxis> running_axes(const std::vector<Contribution>& parts);
  void add_boxes(Rank to, std::int64_t offset, std::vector<Contribution> parts,
                 std::span<const RunningAxis> axes);
  Transfer transfer(Rank to, std::int64_t offset, const std::vector<Contribution>& parts,
                    std::span<const RunningAxis> axes, bool has_run) const;
  void add(Transfer transfer);

  const Problem& problem_;
  const std::int64_t element_;
  SourceChoice choice_;
  Index index_;
  std::vector<AxisId> unrolled_;      // in output order
  std::vector<AxisId> running_;       // in output order
  std::vector<AxisId> contributing_;  // reduced axes, one contribution per index
  std::vector<AxisId> folded_;        // reduced axes inside a contribution, in input order
  bool void_output_ = false;          // an unrolled axis is empty, so every block is
  bool void_input_ = false;           // a contributing axis is empty: reductions over nothing
  std::vector<Transfer> found_;
};

TransferFinder::TransferFinder(const Problem& problem)
    : problem_(problem),
      element_(size_of(problem.dtype).value),
      choice_(problem.ranks()),
      index_(problem.axes.size(), 0) {
  for (AxisId axis : problem.output.local) {
    const bool stands = problem.input.binding_of(axis) != nullptr || is_parent(problem, axis);
    (stands ? unrolled_ : running_).push_back(axis);
  }
  for (const Layout::Binding& b : problem.input.bindings)
    if (!problem.output.names(b.axis)) contributing_.push_back(b.axis);
  for (AxisId axis : problem.input.local) {
    if (problem.output.names(axis)) continue;
    (is_parent(problem, axis) ? contributing_ : folded_).push_back(axis);
  }
  void_output_ = any_empty(unrolled_);
  void_input_ = any_empty(contributing_);
}

std::vector<Transfer> TransferFinder::find() {
  for (int rank = 0; rank < problem_.ranks(); ++rank) find_for({rank});
  return std::move(found_);
}

void TransferFinder::find_for(Rank to) {
  if (!holds(problem_.output, problem_.mesh.coordinates_of(to))) return;
  std::ranges::fill(index_, 0);
  stand_at_rank(problem_.output, to);
  for_each_index(unrolled_, 0, [&] { add_block(to); });
}

void TransferFinder::stand_at_rank(const Layout& layout, Rank rank) {
  const Coordinates coordinates = problem_.mesh.coordinates_of(rank);
  for (const Layout::Binding& b : layout.bindings) at(b.axis) = bound_index(b, problem_.mesh, coordinates);
}

/// Visits every index of `axes`; an axis of extent 0 is visited once, so that empty blocks keep their
/// protocol.
template <class Visit>
void TransferFinder::for_each_index(const std::vector<AxisId>& axes, std::size_t depth, Visit&& visit) {
  if (depth == axes.size()) return visit();
  const AxisId axis = axes[depth];
  const std::int64_t last = std::max<std::int64_t>(extent(axis), 1);
  for (std::int64_t i = 0; i < last; ++i) {
    at(axis) = i;
    for_each_index(axes, depth + 1, visit);
  }
  at(axis) = 0;
}

void TransferFinder::add_block(Rank to) {
  const std::int64_t offset =
      void_output_ ? 0 : offset_of(problem_, problem_.output, index_).value * element_;
  std::vector<Contribution> parts = contributions(to);
  std::vector<RunningAxis> axes = running_axes(parts);
  add_boxes(to, offset, std::move(parts), axes);
}

std::vector<Contribution> TransferFinder::contributions(Rank to) {
  std::vector<Contribution> parts;
  for_each_index(contributing_, 0, [&] { spread_folds(contribution(to), parts); });
  return parts;
}

Contribution TransferFinder::contribution(Rank to) {
  Contribution part;
  std::int64_t bytes = element_;
  for (AxisId axis : running_) bytes *= void_output_ ? 0 : extent(axis);
  const Rank holder = holder_of(problem_, problem_.input, index_);
  part.rank = choice_.choose(to, replicas(problem_, problem_.input, holder), bytes);
  if (void_output_ || void_input_) {
    part.strides.assign(running_.size(), 0);
    if (void_input_) part.folds = {{0, 0}};
    return part;
  }
  part.offset = offset_of(problem_, problem_.input, index_).value * element_;
  for (AxisId axis : running_) part.strides.push_back(pitch(problem_.input, axis));
  part.folds = folds();
  return part;
}

/// The reduced local axes at this index as few repetitions, outermost first.
std::vector<Dim> TransferFinder::folds() {
  std::vector<Dim> merged;
  for (AxisId axis : folded_) {
    const Dim dim{extent(axis), pitch(problem_.input, axis)};
    if (dim.count == 0) return {{0, 0}};
    if (dim.count == 1) continue;
    if (!merged.empty() && merged.back().stride == dim.stride * dim.count)
      merged.back() = {merged.back().count * dim.count, dim.stride};
    else
      merged.push_back(dim);
  }
  return merged;
}

/// Only one fold fits into a block: outer ones become contributions of their own, in index order.
void TransferFinder::spread_folds(const Contribution& part, std::vector<Contribution>& into) {
  if (part.folds.size() <= 1) {
    if (into.empty() || !into.back().extend(part)) into.push_back(part);
    return;
  }
  Contribution inner = part;
  inner.folds.erase(inner.folds.begin());
  for (std::int64_t i = 0; i < part.folds[0].count; ++i, inner.offset += part.folds[0].stride)
    spread_folds(inner, into);
}

/// The running axes, outermost first, as few as they can be merged to for all contributions alike.
std::vector<RunningAxis> TransferFinder::running_axes(const std::vector<Contribution>& parts) {
  std::vector<RunningAxis> merged;
  for (std::size_t i = 0; i < running_.size(); ++i) {
    RunningAxis axis;
    axis.count = void_output_ ? 0 : extent(running_[i]);
    axis.to = void_output_ ? 0 : pitch(problem_.output, running_[i]);
    for (const Contribution& part : parts) axis.from.push_back(part.strides[i]);
    if (axis.count == 1) continue;
    if (!merged.empty() && merged.back().continues(axis)) {
      axis.count *= merged.back().count;
      merged.back() = std::move(axis);
    } else {
      merged.push_back(std::move(axis));
    }
  }
  return merged;
}

/// One transfer; several where more axes run than a block has dims (outer ones are unrolled).
void TransferFinder::add_boxes(Rank to, std::int64_t offset, std::vector<Contribution> parts,
                               std::span<const RunningAxis> axes) {
  const bool has_run = !axes.empty() && axes.back().is_run(element_);
  const bool has_fold = std::ranges::any_of(parts, [](const Contribution& p) { return !p.folds.empty(); });
  const std::size_t dims = axes.size() - (has_run ? 1 : 0);
  const std::size_t most = static_cast<std::size_t>(kMaxDims) - (has_fold ? 1 : 0);  // a staged fold is a dim
  if (dims <= most) return add(transfer(to, offset, parts, axes, has_run));
  for (std::int64_t i = 0; i < axes[0].count; ++i) {
    add_boxes(to, offset, parts, axes.subspan(1));
    offset += axes[0].to;
    for (std::size_t p = 0; p < parts.size(); ++p) parts[p].offset += axes[0].from[p];
  }
}

Transfer TransferFinder::transfer(Rank to, std::int64_t offset, const std::vector<Contribution>& parts,
                                  std::span<const RunningAxis> axes, bool has_run) const {
  Block shape;
  shape.run = void_output_ ? 0 : has_run ? element_ * axes.back().count : element_;
  if (has_run) axes = axes.first(axes.size() - 1);
  Transfer transfer{to, shape, {}};
  transfer.destination.offset = offset;
  for (const RunningAxis& axis : axes) transfer.destination.push_inner({axis.count, axis.to});
  for (std::size_t p = 0; p < parts.size(); ++p) {
    Block block = shape;
    block.offset = parts[p].offset;
    for (const RunningAxis& axis : axes) block.push_inner({axis.count, axis.from[p]});
    if (!parts[p].folds.empty()) block.fold = parts[p].folds[0];
    transfer.sources.push_back({parts[p].rank, block});
  }
  return transfer;
}

/// Blocks of neighbouring ragged rows often continue each other: one run then.
void TransferFinder::add(Transfer transfer) {
  if (found_.empty() || !extend(found_.back(), transfer)) found_.push_back(std::move(transfer));
}

}  // namespace

std::vector<Transfer> transfers_of(const Problem& problem) { return TransferFinder(problem).find(); }

}  // namespace purlin
