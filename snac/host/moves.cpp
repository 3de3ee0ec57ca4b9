#include "snac/host/moves.hpp"

#include "snac/host/tile.hpp"

namespace purlin::host {
namespace {

/// Long copies to several destinations go by this many bytes, so that the source is read from memory once.
constexpr std::int64_t kCopyBytes = 256 * 1024;

/// Both ends strided: through a buffer that stays in the first cache.
void copy_strided(const std::byte* from_base, const Block& from_block, std::byte* to_base,
                  const Block& to_block, std::int64_t from, std::int64_t to) {
  TileBytes dense;
  for (std::int64_t at = from; at < to; at += kTileBytes) {
    const std::int64_t end = std::min(at + kTileBytes, to);
    gather(from_base, from_block, at, end, dense.data());
    scatter(dense.data(), to_base, to_block, at, end);
  }
}

void copy_bytes(const LaunchMemory& memory, const Span& source, const Span& destination, std::int64_t from,
                std::int64_t to) {
  const std::byte* from_base = memory.base(source);
  std::byte* to_base = memory.base(destination);
  if (const std::int64_t piece = one_piece(source.block, from, to); piece >= 0)
    return scatter(from_base + piece, to_base, destination.block, from, to);
  if (const std::int64_t piece = one_piece(destination.block, from, to); piece >= 0)
    return gather(from_base, source.block, from, to, to_base + piece);
  copy_strided(from_base, source.block, to_base, destination.block, from, to);
}

}  // namespace

void copy_part(const LaunchMemory& memory, const Span& source, std::span<const Span> destinations,
               std::int64_t from, std::int64_t to) {
  const std::int64_t step = destinations.size() > 1 ? kCopyBytes : to - from;
  for (std::int64_t at = from; at < to; at += step)
    for (const Span& destination : destinations)
      copy_bytes(memory, source, destination, at, std::min(at + step, to));
}

void consume_part(const LaunchMemory& memory, const Consume& consume, std::int64_t from, std::int64_t to) {
  if (is_copy(consume.op, consume.divisor, consume.sources))
    return copy_part(memory, consume.sources[0], consume.destinations, from, to);
  Tile tile(memory.schedule->problem.dtype, consume.op);
  for (std::int64_t at = from; at < to; at += tile.bytes()) {
    const std::int64_t end = std::min(at + tile.bytes(), to);
    tile.begin(end - at);
    for (const Span& source : consume.sources) tile.fold(memory.base(source), source.block, at, end);
    const std::byte* results = tile.finish(consume.divisor);
    for (const Span& destination : consume.destinations)
      scatter(results, memory.base(destination), destination.block, at, end);
  }
}

}  // namespace purlin::host
