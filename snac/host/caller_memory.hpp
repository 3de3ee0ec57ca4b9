#pragma once
#include "snac/host/data.hpp"
#include "snac/host/reference.hpp"
#include "snac/host/stream.hpp"

namespace purlin::host {

/// A caller's buffers for all ranks of a schedule, in place where its problem is, between guard bands. For
/// each launch: inputs from `fill` (or written by the caller, then `keep_inputs`), a launch, `check`.
class CallerMemory {
 public:
  explicit CallerMemory(const Schedule& schedule);

  std::span<const RankBuffers> buffers() const { return buffers_; }
  std::span<std::byte> input(Rank rank) const { return inputs_[rank_of(rank)]; }
  std::span<std::byte> output(Rank rank) const { return outputs_[rank_of(rank)]; }

  /// Fresh inputs; everything else is poisoned.
  void fill(const DataSeed& seed);
  void poison_outputs();
  /// Remembers what the inputs are, since in place they will be overwritten.
  void keep_inputs();
  /// Outputs against the reference; a guard band or an input that was written counts as one wrong element.
  Comparison check(const Tolerance& tolerance) const;

  /// Bytes that running `schedule` takes in all: the caller's, a copy of the inputs, windows and scratch.
  static std::int64_t bytes_needed(const Schedule& schedule);

 private:
  static std::size_t rank_of(Rank rank) { return static_cast<std::size_t>(rank.value); }
  void add_rank(const Schedule& schedule, Rank rank);
  std::span<std::byte> view(const Layout& layout, BufferKind kind, Rank rank) const;
  std::string damage(Rank rank) const;
  bool input_is_kept(Rank rank) const;

  Problem problem_;
  std::vector<GuardedBuffer> guarded_;  // input and output of each rank
  std::vector<RankBuffers> buffers_;
  std::vector<std::span<std::byte>> inputs_, outputs_;
  std::vector<std::vector<std::byte>> kept_;
};

}  // namespace purlin::host
