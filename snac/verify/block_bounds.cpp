#include "snac/verify/block_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace purlin {
namespace {

constexpr std::int64_t kMaxBytes = std::int64_t{1} << 62;

/// a * b for non-negative numbers, or kMaxBytes where it is larger.
std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? kMaxBytes : std::min(result, kMaxBytes);
}

std::vector<Dim> all_dims(const Block& block) {
  std::vector<Dim> dims;
  for (int i = 0; i < block.dims(); ++i) dims.push_back(block.dim(i));
  if (block.fold) dims.push_back(*block.fold);
  return dims;
}

std::optional<std::string> negative(const Block& block, const std::vector<Dim>& dims) {
  if (block.offset < 0) return fmt::format("offset {} is negative", block.offset);
  if (block.run < 0) return fmt::format("run {} is negative", block.run);
  for (const Dim& dim : dims)
    if (dim.count < 0 || dim.stride < 0)
      return fmt::format("count {} with stride {} is negative", dim.count, dim.stride);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> malformed(const Block& block) {
  std::vector<Dim> dims = all_dims(block);
  if (auto why = negative(block, dims)) return why;
  if (block.offset >= kMaxBytes) return fmt::format("offset {} is out of range", block.offset);
  const bool is_empty =
      block.run == 0 || std::any_of(dims.begin(), dims.end(), [](Dim d) { return d.count == 0; });
  std::stable_sort(dims.begin(), dims.end(), [](Dim a, Dim b) { return a.stride < b.stride; });
  std::int64_t extent = block.run;
  for (const Dim& dim : dims) {
    if (product(dim.count, std::max<std::int64_t>(extent, 1)) == kMaxBytes) return "its size is out of range";
    if (dim.count <= 1 || is_empty) continue;
    if (dim.stride < extent)
      return fmt::format("stride {} repeats {} bytes, so that bytes stand twice", dim.stride, extent);
    const std::int64_t last = product(dim.count - 1, dim.stride);
    if (last >= kMaxBytes - extent) return "its extent is out of range";
    extent += last;
  }
  if (block.offset >= kMaxBytes - extent) return "its end is out of range";
  return std::nullopt;
}

bool is_whole_elements(const Block& block, std::int64_t element) {
  const std::vector<Dim> dims = all_dims(block);
  return block.run % element == 0 && block.offset % element == 0 &&
         std::all_of(dims.begin(), dims.end(),
                     [&](Dim d) { return d.count <= 1 || d.stride % element == 0; });
}

}  // namespace purlin
