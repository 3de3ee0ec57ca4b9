#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "snac/block.hpp"

namespace purlin::host {

/// Calls `visit(byte offset, bytes)` for the pieces of `block` that hold bytes [from, to) of its dense order.
template <class Visit>
void for_each_piece(const Block& block, std::int64_t from, std::int64_t to, Visit&& visit) {
  if (from >= to) return;
  std::array<std::int64_t, kMaxDims> at{};
  std::int64_t offset = block.offset;
  std::int64_t within = from % block.run;
  std::int64_t run = from / block.run;
  for (int i = block.dims() - 1; i >= 0; --i) {
    const Dim& dim = block.dim(i);
    at[static_cast<std::size_t>(i)] = run % dim.count;
    offset += run % dim.count * dim.stride;
    run /= dim.count;
  }
  while (true) {
    const std::int64_t bytes = std::min(block.run - within, to - from);
    visit(offset + within, bytes);
    from += bytes;
    within = 0;
    if (from >= to) return;
    for (int i = block.dims() - 1; i >= 0; --i) {
      const Dim& dim = block.dim(i);
      offset += dim.stride;
      if (++at[static_cast<std::size_t>(i)] < dim.count) break;
      offset -= dim.stride * dim.count;
      at[static_cast<std::size_t>(i)] = 0;
    }
  }
}

/// The bytes [from, to) of `block`, in dense order, out of the buffer at `base`; a fold's first elements.
void gather(const std::byte* base, const Block& block, std::int64_t from, std::int64_t to, std::byte* dense);

/// The inverse of `gather`.
void scatter(const std::byte* dense, std::byte* base, const Block& block, std::int64_t from, std::int64_t to);

/// Where bytes [from, to) start in the buffer if they are one piece of it, else -1.
std::int64_t one_piece(const Block& block, std::int64_t from, std::int64_t to);

}  // namespace purlin::host
