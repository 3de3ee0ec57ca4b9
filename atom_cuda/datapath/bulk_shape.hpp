#pragma once
#include <cstdint>

#include "atom_cuda/device_list.hpp"

namespace purlin::cuda {

#ifdef __CUDACC__
#define PURLIN_BULK_BOTH __host__ __device__
#else
#define PURLIN_BULK_BOTH
#endif

/// How bulk copies use a lane's shared memory. A copy's piece is one buffer of the ring; a reduction's stage
/// holds a tile of every source, and two more tiles hold results that are on their way out.
inline constexpr std::uint32_t kBulkStages = 12;
inline constexpr std::uint32_t kBulkAhead = 6;  // pieces being loaded; the rest are being stored
inline constexpr std::uint32_t kBulkPiece = 16 * 1024;
inline constexpr std::uint32_t kReduceStages = 3;
inline constexpr std::uint32_t kBulkBarrierBytes = 128;
inline constexpr std::uint32_t kBulkBufferBytes = 208 * 1024;
inline constexpr std::uint32_t kBulkBytes = kBulkBarrierBytes + kBulkBufferBytes;
inline constexpr std::int64_t kLeastBulkRun = 512;  // shorter runs go by vectors
inline constexpr int kMostBulkSources = 64;
static_assert(kBulkStages * kBulkPiece <= kBulkBufferBytes);
static_assert((kBulkStages + kReduceStages) * 8 <= kBulkBarrierBytes);

/// Bytes of one source's tile: all stages and both results fit.
PURLIN_BULK_BOTH constexpr std::int64_t reduce_tile_bytes(int sources) {
  const std::int64_t most = kBulkBufferBytes / (kReduceStages * static_cast<std::uint32_t>(sources) + 2);
  return most >= 16384 ? 16384 : most / 512 * 512;
}
static_assert(reduce_tile_bytes(8) == 8192 && reduce_tile_bytes(kMostBulkSources) >= 512);

/// Dynamic shared memory of a lane: bases, two pages, then bulk copies'.
PURLIN_BULK_BOTH constexpr std::uint32_t pages_offset(std::uint32_t ranks) { return ranks * kBaseKinds * 8; }
PURLIN_BULK_BOTH constexpr std::uint32_t bulk_offset(std::uint32_t ranks, std::uint32_t page_cells) {
  return (pages_offset(ranks) + 2 * page_cells * 16 + 127) / 128 * 128;
}

}  // namespace purlin::cuda
