#pragma once
// The short way of actions whose list says kFlat: few ends, aligned, without dims or folds. Every address is
// looked up once, then loads of all sources are in flight together. A launch of a few KiB is as long as its
// instructions in a row are many: little is done here for each action, and little for each byte.
#include "atom_cuda/datapath/packet.cuh"
#include "atom_cuda/datapath/reducing.cuh"

namespace purlin::cuda {

inline constexpr int kLoadsInFlight = 8;  // 16 bytes each, by a thread

/// Addresses of the ends of one side, in registers.
struct FlatEnds {
  Address at[kMostFlatEnds];
  int count;

  __device__ __forceinline__ FlatEnds(const Cell* first, int ends) : count(ends) {
#pragma unroll
    for (int i = 0; i < kMostFlatEnds; ++i) at[i] = address_of(first + (i < ends ? i : 0));
  }
};

/// Words and what of a packet is not payload.
struct FlatPackets : FlatEnds {
  std::uint32_t turn[kMostFlatEnds];
  std::uint32_t packets = 0, plain = 0;  // a bit for each end

  __device__ __forceinline__ FlatPackets(const Cell* first, int ends) : FlatEnds(first, ends) {
#pragma unroll
    for (int i = 0; i < kMostFlatEnds; ++i) {
      const std::uint32_t tag = as<End>(first + (i < ends ? i : 0)).tag;
      turn[i] = tag & End::kTurn;
      const std::uint32_t bit = i < ends ? 1u << i : 0;
      (tag & End::kPackets ? packets : plain) |= bit;
    }
  }
};

inline constexpr int kFlatEnd = 3;  // cell of the first source: no counts are before it

__device__ __forceinline__ std::uint32_t flat_bytes(const Cell* cells) {
  return static_cast<std::uint32_t>(as<Extent>(cells + 1).bytes);
}

/// Threads that see to the rest of an action's bytes: the last ones, which short actions leave idle.
__device__ __forceinline__ std::uint32_t rest_thread() { return blockDim.x - 1 - threadIdx.x; }

/// Fewer than 16 bytes that fill no vector.
static __device__ __noinline__ void copy_rest(const Cell* cells) {
  const Head& head = as<Head>(cells);
  const std::uint32_t bytes = flat_bytes(cells), byte = (bytes & ~15u) + rest_thread();
  if (byte >= bytes) return;
  const auto value = load<std::uint8_t>(address_of(cells + kFlatEnd) + byte);
#pragma unroll 1
  for (int d = 0; d < head.destinations; ++d)
    store(address_of(cells + kFlatEnd + head.sources + d) + byte, value);
}

template <DataType kType, ReduceOp kOp>
__device__ __noinline__ void reduce_rest(const Cell* cells) {
  using E = Element<kType>;
  using Bits = typename E::Bits;
  const Head& head = as<Head>(cells);
  const std::uint32_t bytes = flat_bytes(cells);
  const std::uint32_t byte = (bytes & ~15u) + rest_thread() * static_cast<std::uint32_t>(sizeof(Bits));
  if (byte >= bytes) return;
  const FlatEnds from(cells + kFlatEnd, head.sources);
  Bits operands[kMostFlatEnds] = {};
#pragma unroll
  for (int s = 0; s < kMostFlatEnds; ++s)
    if (s < from.count) operands[s] = load<Bits>(from.at[s] + byte);
  typename E::Wide all = neutral<kOp, kType>();
#pragma unroll
  for (int s = 0; s < kMostFlatEnds; ++s)
    if (s < from.count) all = combine<kOp>(all, E::widen(operands[s]));
  const Bits result = E::narrow(finished<kType, kOp>(all, as<Finish>(cells + 2).divisor, false));
#pragma unroll 1
  for (int d = 0; d < head.destinations; ++d)
    store(address_of(cells + kFlatEnd + head.sources + d) + byte, result);
}

/// Fewer than 8 bytes that fill no word, in the low end.
static __device__ __noinline__ std::uint64_t load_rest(Address from, std::uint32_t bytes) {
  std::uint64_t bits = 0;
#pragma unroll
  for (std::uint32_t i = 0; i < 7; ++i)
    if (i < bytes) bits |= static_cast<std::uint64_t>(load<std::uint8_t>(from + i)) << (8 * i);
  return bits;
}
static __device__ __noinline__ void store_rest(Address to, std::uint64_t bits, std::uint32_t bytes) {
#pragma unroll 1
  for (std::uint32_t i = 0; i < bytes; ++i) store(to + i, static_cast<std::uint8_t>(bits >> (8 * i)));
}
__device__ __forceinline__ std::uint64_t load_flat_word(Address from, std::uint32_t word,
                                                        std::uint32_t bytes) {
  const Address at = from + word * kWordBytes;
  return (word + 1) * kWordBytes <= bytes ? load<std::uint64_t>(at) : load_rest(at, bytes % kWordBytes);
}

__device__ __forceinline__ void store_flat_word(Address to, std::uint32_t word, std::uint32_t bytes,
                                                std::uint64_t bits) {
  const Address at = to + word * kWordBytes;
  if ((word + 1) * kWordBytes <= bytes)
    store(at, bits);
  else
    store_rest(at, bits, bytes % kWordBytes);
}

template <int kVectors>
__device__ __forceinline__ void store_flat(const FlatEnds& to, std::uint32_t byte, std::uint32_t step,
                                           const uint4 (&vectors)[kVectors]) {
#pragma unroll
  for (int d = 0; d < kMostFlatEnds; ++d)
    if (d < to.count) {
#pragma unroll
      for (int v = 0; v < kVectors; ++v) store(to.at[d] + byte + v * step, vectors[v]);
    }
}

template <int kVectors>
__device__ __forceinline__ void copy_flat(Address from, const FlatEnds& to, std::uint32_t byte,
                                          std::uint32_t step) {
  uint4 vectors[kVectors];
#pragma unroll
  for (int v = 0; v < kVectors; ++v) vectors[v] = load<uint4>(from + byte + v * step);
  store_flat<kVectors>(to, byte, step, vectors);
}

__device__ __forceinline__ void copy_flat(const Cell* cells, const Head& head) {
  const std::uint32_t bytes = flat_bytes(cells), step = blockDim.x * 16;
  const Address from = address_of(cells + kFlatEnd);
  const FlatEnds to(cells + kFlatEnd + head.sources, head.destinations);
  if (bytes % 16 != 0) copy_rest(cells);
  const std::uint32_t whole = bytes & ~15u;
  std::uint32_t byte = threadIdx.x * 16;
#pragma unroll 1
  for (; byte + (kLoadsInFlight - 1) * step < whole; byte += kLoadsInFlight * step)
    copy_flat<kLoadsInFlight>(from, to, byte, step);
#pragma unroll 1
  for (; byte < whole; byte += step) copy_flat<1>(from, to, byte, step);
}

/// Vectors `step` bytes apart, of all sources in order.
template <DataType kType, ReduceOp kOp, int kVectors>
__device__ __forceinline__ void reduce_flat(const FlatEnds& from, const FlatEnds& to, std::int64_t divisor,
                                            std::uint32_t byte, std::uint32_t step) {
  constexpr int kGroup = kLoadsInFlight / kVectors;
  ReducingVector<kType, kOp> all[kVectors];
#pragma unroll
  for (int s = 0; s < kMostFlatEnds; s += kGroup)
    if (s < from.count) {
      uint4 operands[kGroup][kVectors] = {};
#pragma unroll
      for (int g = 0; g < kGroup; ++g)
        if (s + g < from.count) {
#pragma unroll
          for (int v = 0; v < kVectors; ++v) operands[g][v] = load<uint4>(from.at[s + g] + byte + v * step);
        }
#pragma unroll
      for (int g = 0; g < kGroup; ++g)
        if (s + g < from.count) {
#pragma unroll
          for (int v = 0; v < kVectors; ++v) all[v].fold(operands[g][v]);
        }
    }
  uint4 results[kVectors];
#pragma unroll
  for (int v = 0; v < kVectors; ++v) results[v] = finished_vector<kType, kOp>(all[v], divisor, false);
  store_flat<kVectors>(to, byte, step, results);
}

template <DataType kType, ReduceOp kOp, bool kDivides>
__device__ __forceinline__ void reduce_flat(const Cell* cells, const Head& head) {
  constexpr int kVectors = sizeof(typename Element<kType>::Bits) == 1 ? 1 : 2;
  const std::uint32_t bytes = flat_bytes(cells), step = blockDim.x * 16;
  const std::int64_t divisor = kDivides ? as<Finish>(cells + 2).divisor : 1;
  const FlatEnds from(cells + kFlatEnd, head.sources);
  const FlatEnds to(cells + kFlatEnd + head.sources, head.destinations);
  if (bytes % 16 != 0) reduce_rest<kType, kOp>(cells);
  const std::uint32_t whole = bytes & ~15u;
  std::uint32_t byte = threadIdx.x * 16;
  if constexpr (kVectors > 1)
#pragma unroll 1
    for (; byte + (kVectors - 1) * step < whole; byte += kVectors * step)
      reduce_flat<kType, kOp, kVectors>(from, to, divisor, byte, step);
#pragma unroll 1
  for (; byte < whole; byte += step) reduce_flat<kType, kOp, 1>(from, to, divisor, byte, step);
}

__device__ __forceinline__ void put_flat(const Cell* cells, const Head& head) {
  const std::uint32_t bytes = flat_bytes(cells), words = (bytes + kWordBytes - 1) / kWordBytes;
  const Address from = address_of(cells + kFlatEnd);
  const std::uint64_t epoch = board().epoch;
#pragma unroll 1
  for (std::uint32_t word = threadIdx.x; word < words; word += blockDim.x) {
    const std::uint64_t bits = load_flat_word(from, word, bytes);
    const FlatPackets to(cells + kFlatEnd + 1, head.destinations);
#pragma unroll
    for (int d = 0; d < kMostFlatEnds; ++d)
      if (d < to.count)
        ptx::store_packet(to.at[d] + word * sizeof(ptx::Packet), bits, stamp(epoch, to.turn[d]));
  }
}

/// False where a wait gave up.
template <class Word, bool kDivides>
__device__ __forceinline__ bool take_flat(const LaunchParams& params, const Cell* cells, const Head& head) {
  constexpr int kGroup = kMostFlatEnds;
  const std::uint32_t bytes = flat_bytes(cells), words = (bytes + kWordBytes - 1) / kWordBytes;
  const FlatPackets from(cells + kFlatEnd, head.sources);
  const std::uint64_t epoch = board().epoch;
#pragma unroll 1
  for (std::uint32_t word = threadIdx.x; word < words; word += blockDim.x) {
    ptx::Packet packets[kGroup] = {};
#pragma unroll
    for (int g = 0; g < kGroup; ++g)
      if (from.plain >> g & 1) packets[g].word = load_flat_word(from.at[g], word, bytes);
    std::uint32_t missing = from.packets;
    Patience patience;
    while (missing != 0) {
#pragma unroll
      for (int g = 0; g < kGroup; ++g)
        ptx::load_packet_if((missing >> g & 1) != 0, from.at[g] + word * sizeof(ptx::Packet), packets[g]);
#pragma unroll
      for (int g = 0; g < kGroup; ++g)
        if (packets[g].flag == stamp(epoch, from.turn[g])) missing &= ~(1u << g);
      if (missing != 0 && patience.ended(params)) {
        note_packet(params, cells, __ffs(static_cast<int>(missing)) - 1, word, patience.timed_out());
        return false;
      }
    }
    Word all;
#pragma unroll
    for (int g = 0; g < kGroup; ++g)
      if (g < from.count) all.fold(packets[g].word);
    const std::uint64_t bits = all.finish(kDivides ? as<Finish>(cells + 2).divisor : 1, false);
    const FlatPackets to(cells + kFlatEnd + head.sources, head.destinations);
#pragma unroll
    for (int d = 0; d < kMostFlatEnds; ++d) {
      if (to.plain >> d & 1) store_flat_word(to.at[d], word, bytes, bits);
      if (to.packets >> d & 1)
        ptx::store_packet(to.at[d] + word * sizeof(ptx::Packet), bits, stamp(epoch, to.turn[d]));
    }
  }
  return true;
}

}  // namespace purlin::cuda
