#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "spec/assert.hpp"

namespace purlin {

/// A repetition: `count` times, `stride` bytes apart.
struct Dim {
  std::int64_t count = 1;
  std::int64_t stride = 0;
  friend bool operator==(const Dim&, const Dim&) = default;
};

inline constexpr int kMaxDims = 5;

/// Strided bytes of one buffer: runs of `run` bytes from `offset` on, repeated over up to five dims
/// (outermost first). With a fold, every element stands for `fold->count` elements to be reduced.
class Block {
 public:
  std::int64_t offset = 0;
  std::int64_t run = 0;
  std::optional<Dim> fold;

  int dims() const { return dims_; }
  const Dim& dim(int i) const { return PURLIN_ASSERT(i < dims_), all_[static_cast<std::size_t>(i)]; }
  Dim& dim(int i) { return PURLIN_ASSERT(i < dims_), all_[static_cast<std::size_t>(i)]; }
  void push_inner(Dim dim) { PURLIN_ASSERT(dims_ < kMaxDims), all_[static_cast<std::size_t>(dims_++)] = dim; }

  std::int64_t runs() const;
  /// Bytes without the fold: what one destination receives.
  std::int64_t bytes() const { return run * runs(); }
  /// One past the last byte touched, fold included; `offset` where the block is empty. Strides are ≥ 0.
  std::int64_t end() const;
  /// Runs and counts agree, so that bytes correspond one to one. Folds do not matter.
  bool same_shape(const Block& other) const;
  friend bool operator==(const Block&, const Block&) = default;

 private:
  std::array<Dim, kMaxDims> all_{};
  int dims_ = 0;
};

/// The same shape laid densely from `offset` on; a fold becomes outermost, its elements a whole shape apart.
Block packed(const Block& block, std::int64_t offset);

/// The same bytes with the fold as an outermost dim, for plain copies. Needs a dim to spare.
Block unfolded(const Block& block);

/// Calls `visit(byte offset)` for every run, in order. Of a fold: the first element's.
template <class Visit>
void for_each_run(const Block& block, Visit&& visit) {
  if (block.bytes() == 0) return;
  std::array<std::int64_t, kMaxDims> at{};
  std::int64_t offset = block.offset;
  while (true) {
    visit(offset);
    int i = block.dims() - 1;
    for (; i >= 0; --i) {
      const Dim& dim = block.dim(i);
      offset += dim.stride;
      if (++at[static_cast<std::size_t>(i)] < dim.count) break;
      offset -= dim.stride * dim.count;
      at[static_cast<std::size_t>(i)] = 0;
    }
    if (i < 0) return;
  }
}

}  // namespace purlin
