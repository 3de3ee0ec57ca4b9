#include "snac/host/strided.hpp"

#include <cstring>

namespace purlin::host {
namespace {

/// Copies of a constant size become single moves; 0 is any size.
template <std::int64_t kBytes>
void move_bytes(std::byte* to, const std::byte* from, std::int64_t bytes) {
  if (kBytes != 0 && bytes == kBytes)
    std::memcpy(to, from, static_cast<std::size_t>(kBytes));
  else if (to != from)
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

/// Calls `copy.template operator()<run>()` with the block's run where it is an element's size, else 0.
template <class Copy>
void with_run(const Block& block, Copy&& copy) {
  if (block.run == 1) return copy.template operator()<1>();
  if (block.run == 2) return copy.template operator()<2>();
  if (block.run == 4) return copy.template operator()<4>();
  if (block.run == 8) return copy.template operator()<8>();
  copy.template operator()<0>();
}

}  // namespace

void gather(const std::byte* base, const Block& block, std::int64_t from, std::int64_t to, std::byte* dense) {
  with_run(block, [&]<std::int64_t kRun>() {
    for_each_piece(block, from, to, [&](std::int64_t offset, std::int64_t bytes) {
      move_bytes<kRun>(dense, base + offset, bytes);
      dense += bytes;
    });
  });
}

void scatter(const std::byte* dense, std::byte* base, const Block& block, std::int64_t from,
             std::int64_t to) {
  with_run(block, [&]<std::int64_t kRun>() {
    for_each_piece(block, from, to, [&](std::int64_t offset, std::int64_t bytes) {
      move_bytes<kRun>(base + offset, dense, bytes);
      dense += bytes;
    });
  });
}

std::int64_t one_piece(const Block& block, std::int64_t from, std::int64_t to) {
  if (from / block.run != (to - 1) / block.run) return -1;
  std::int64_t start = 0;
  for_each_piece(block, from, to, [&](std::int64_t offset, std::int64_t) { start = offset; });
  return start;
}

}  // namespace purlin::host
