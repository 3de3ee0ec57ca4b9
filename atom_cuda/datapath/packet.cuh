#pragma once
// Words with their flags: the one datapath that also is a protocol. A thread takes a word from all its
// sources and delivers it everywhere.
#include "atom_cuda/datapath/place.cuh"
#include "atom_cuda/datapath/reducing.cuh"
#include "atom_cuda/protocol/waits.cuh"

namespace purlin::cuda {

inline constexpr int kWordBytes = 8;

__device__ __forceinline__ std::int64_t words_of(const Moved& moved) {
  return (moved.extent().bytes + kWordBytes - 1) / kWordBytes;
}

/// A word in pieces as small as alignment asks. Bytes beyond the action's are 0.
static __device__ __noinline__ std::uint64_t gather_word(const Cell* cells, const Cell* end,
                                                         std::int64_t word, std::int64_t shift) {
  const Moved moved{cells};
  const std::uint32_t unit = min(unit_of(moved), 8u);
  std::uint64_t bits = 0;
#pragma unroll 1
  for (std::uint32_t i = 0; i < kWordBytes && word * kWordBytes + i < moved.extent().bytes; i += unit) {
    const StridedPlace place = StridedPlace::of(moved, word * kWordBytes + i);
    bits |= load_small(place.in(moved, end) + static_cast<Address>(shift), unit) << (8 * i);
  }
  return bits;
}

static __device__ __noinline__ void scatter_word(const Cell* cells, const Cell* end, std::int64_t word,
                                                 std::uint64_t bits) {
  const Moved moved{cells};
  const std::uint32_t unit = min(unit_of(moved), 8u);
#pragma unroll 1
  for (std::uint32_t i = 0; i < kWordBytes && word * kWordBytes + i < moved.extent().bytes; i += unit)
    store_small(StridedPlace::of(moved, word * kWordBytes + i).in(moved, end), bits >> (8 * i), unit);
}

__device__ __forceinline__ Address packet_of(const Cell* end, std::int64_t word) {
  return address_of(end) + static_cast<Address>(word * static_cast<std::int64_t>(sizeof(ptx::Packet)));
}

__device__ __forceinline__ Stamp flag_of(const Cell* end) {
  return stamp(board().epoch, as<End>(end).tag & End::kTurn);
}

__device__ __forceinline__ bool is_packets(const Cell* end) {
  return (as<End>(end).tag & End::kPackets) != 0;
}

/// Where some ends of an action lie, in registers: looked up once, not for each word.
template <int kMost>
struct PacketEnds {
  Address at[kMost];
  std::uint32_t turn[kMost];
  std::uint32_t packets = 0;  // a bit for each of them that is packets
  std::uint32_t plain = 0;

  __device__ __forceinline__ PacketEnds(const Moved& moved, int first, int last) {
#pragma unroll
    for (int i = 0; i < kMost; ++i) {
      const Cell* end = moved.source(max(min(first + i, last - 1), 0));
      at[i] = address_of(end);
      turn[i] = as<End>(end).tag & End::kTurn;
      const std::uint32_t bit = first + i < last ? 1u << i : 0;
      (is_packets(end) ? packets : plain) |= bit;
    }
  }
  __device__ __forceinline__ Address packet(int i, std::int64_t word) const {
    return at[i] + static_cast<Address>(word * static_cast<std::int64_t>(sizeof(ptx::Packet)));
  }
};

static __device__ __noinline__ void put_packets(const Cell* cells) {
  const Moved moved{cells};
  const std::int64_t words = words_of(moved);
#pragma unroll 1
  for (std::int64_t word = threadIdx.x; word < words; word += blockDim.x) {
    const std::uint64_t bits = gather_word(cells, moved.source(0), word, 0);
#pragma unroll 1
    for (int t = 0; t < moved.head().destinations; ++t) {
      const Cell* end = moved.destination(t);
      ptx::store_packet(packet_of(end, word), bits, flag_of(end));
    }
  }
}

/// The word of a copy.
struct CopyWord {
  static constexpr int kGroup = 1;
  std::uint64_t bits;
  __device__ __forceinline__ void fold(std::uint64_t word) { bits = word; }
  __device__ __forceinline__ std::uint64_t finish(std::int64_t, bool) { return bits; }
};

/// The elements of a word that are reduced.
template <DataType kType, ReduceOp kOp>
struct ReduceWord {
  static constexpr int kGroup = 8;  // sources in flight
  Reducing<kType, kOp, kWordBytes> all;
  __device__ __forceinline__ void fold(std::uint64_t word) { all.fold(word); }
  __device__ __forceinline__ std::uint64_t finish(std::int64_t divisor, bool none) {
    std::uint32_t words[2];
    all.finish(divisor, none, words);
    return static_cast<std::uint64_t>(words[1]) << 32 | words[0];
  }
};

/// Says which of a word's sources did not come.
static __device__ __noinline__ void note_packet(const LaunchParams& params, const Cell* cells, int source,
                                                std::int64_t word, bool timed_out) {
  const Moved moved{cells};
  const Cell* end = moved.source(source);
  const Stamp seen = ptx::load_packet(packet_of(end, word)).flag;
  const bool this_launch = seen >> 32 == (board().epoch & 0xffffffffu);
  note_wait(
      params,
      {moved.head().action, -1, as<End>(end).offset + word * static_cast<std::int64_t>(sizeof(ptx::Packet)),
       as<End>(end).tag & End::kTurn, this_launch ? static_cast<std::uint32_t>(seen) : 0},
      timed_out);
}

/// Polls the packets of a word, all together, until they are there. False: gave up.
template <int kGroup>
__device__ __forceinline__ bool await_packets(const LaunchParams& params, const Cell* cells,
                                              const PacketEnds<kGroup>& ends, int first, std::int64_t word,
                                              ptx::Packet (&packets)[kGroup]) {
  const std::uint64_t epoch = board().epoch;
  std::uint32_t missing = ends.packets;
  Patience patience;
  while (missing != 0) {
#pragma unroll
    for (int g = 0; g < kGroup; ++g)
      ptx::load_packet_if((missing >> g & 1) != 0, ends.packet(g, word), packets[g]);
#pragma unroll
    for (int g = 0; g < kGroup; ++g)
      if (packets[g].flag == stamp(epoch, ends.turn[g])) missing &= ~(1u << g);
    if (missing != 0 && patience.ended(params)) {
      note_packet(params, cells, first + __ffs(static_cast<int>(missing)) - 1, word, patience.timed_out());
      return false;
    }
  }
  return true;
}

__device__ __forceinline__ std::uint64_t without_tail(const Moved& moved, std::int64_t word,
                                                      std::uint64_t bits) {
  const std::int64_t left = moved.extent().bytes - word * kWordBytes;
  return left >= kWordBytes ? bits : bits & ((std::uint64_t{1} << (8 * left)) - 1);
}

__device__ __forceinline__ void deliver(const Moved& moved, std::int64_t word, std::uint64_t bits) {
  const int sources = moved.head().sources, ends = sources + moved.head().destinations;
#pragma unroll 1
  for (int d = sources; d < ends; ++d) {
    const Cell* end = moved.source(d);
    if (is_packets(end))
      ptx::store_packet(packet_of(end, word), bits, flag_of(end));
    else
      scatter_word(moved.cells, end, word, bits);
  }
}

/// Words in pieces, of up to `kGroup` sources at once. False where a wait gave up.
template <class Word>
__device__ __forceinline__ bool take_pieces(const LaunchParams& params, const Cell* cells) {
  constexpr int kGroup = Word::kGroup;
  const Moved moved{cells};
  const int sources = moved.head().sources;
#pragma unroll 1
  for (std::int64_t word = threadIdx.x; word < words_of(moved); word += blockDim.x) {
    Word all;
#pragma unroll 1
    for (int s = 0; s < sources; s += kGroup) {
      const PacketEnds<kGroup> ends(moved, s, sources);
      ptx::Packet packets[kGroup] = {};
#pragma unroll
      for (int g = 0; g < kGroup; ++g)
        if (ends.plain >> g & 1) packets[g].word = gather_word(cells, moved.source(s + g), word, 0);
      if (!await_packets(params, cells, ends, s, word, packets)) return false;
#pragma unroll
      for (int g = 0; g < kGroup; ++g)
        if ((ends.plain | ends.packets) >> g & 1) all.fold(packets[g].word);
    }
    deliver(moved, word, without_tail(moved, word, all.finish(moved.finish().divisor, sources == 0)));
  }
  return true;
}

/// Where own spans have folds: source by source.
template <class Word>
__device__ __forceinline__ bool take_folds(const LaunchParams& params, const Cell* cells) {
  const Moved moved{cells};
  const int sources = moved.head().sources;
#pragma unroll 1
  for (std::int64_t word = threadIdx.x; word < words_of(moved); word += blockDim.x) {
    Word all;
#pragma unroll 1
    for (int s = 0; s < sources; ++s) {
      const PacketEnds<1> end(moved, s, s + 1);
      ptx::Packet packets[1] = {};
      if (!await_packets(params, cells, end, s, word, packets)) return false;
      const Fold fold = end.packets != 0 ? Fold{1, 0} : as<Fold>(moved.source(s) + 1);
#pragma unroll 1
      for (std::int64_t k = 0; k < fold.count; ++k)
        all.fold(end.packets != 0 ? packets[0].word
                                  : gather_word(cells, moved.source(s), word, k * fold.stride));
    }
    deliver(moved, word, without_tail(moved, word, all.finish(moved.finish().divisor, sources == 0)));
  }
  return true;
}

/// False where a wait gave up.
template <class Word>
__device__ __noinline__ bool take_packets(const LaunchParams& params, const Cell* cells) {
  const Moved moved{cells};
  if (moved.head().sources + moved.head().destinations == 0) return true;
  return moved.folds() ? take_folds<Word>(params, cells) : take_pieces<Word>(params, cells);
}

}  // namespace purlin::cuda
