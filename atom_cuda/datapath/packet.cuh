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
  for (std::uint32_t i = 0; i < kWordBytes && word * kWordBytes + i < moved.extent().bytes; i += unit)
    store_small(StridedPlace::of(moved, word * kWordBytes + i).in(moved, end), bits >> (8 * i), unit);
}

/// Whether words are whole and contiguous in all spans.
__device__ __forceinline__ bool has_whole_words(const Moved& moved) {
  return moved.head().dims == 0 && unit_of(moved) >= kWordBytes;
}

__device__ __forceinline__ std::uint64_t load_word(const Moved& moved, const Cell* end, std::int64_t word,
                                                   bool whole) {
  if (whole) return load<std::uint64_t>(address_of(end) + static_cast<Address>(word * kWordBytes));
  return gather_word(moved.cells, end, word, 0);
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

__device__ __forceinline__ void put_packets(const Cell* cells) {
  const Moved moved{cells};
  const bool whole = has_whole_words(moved);
  const std::int64_t words = words_of(moved);
  const int targets = moved.head().destinations;
  for (std::int64_t word = threadIdx.x; word < words; word += blockDim.x) {
    const std::uint64_t bits = load_word(moved, moved.source(0), word, whole);
    for (int t = 0; t < targets; ++t) {
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

template <class Word>
__device__ __forceinline__ void fold_plain(Word& all, const Moved& moved, const Cell* end,
                                           std::int64_t word) {
  const Fold fold = as<Fold>(end + 1);
  for (std::int64_t k = 0; k < fold.count; ++k)
    all.fold(gather_word(moved.cells, end, word, k * fold.stride));
}

/// Up to `kGroup` sources of one word from `first` on; polls until all are there. False: gave up.
template <class Word>
__device__ __forceinline__ bool take_group(const LaunchParams& params, const Moved& moved, int first,
                                           std::int64_t word, bool whole, Word& all) {
  constexpr int kGroup = Word::kGroup;
  const int sources = moved.head().sources;
  std::uint64_t words[kGroup] = {};
  std::uint32_t missing = 0;
#pragma unroll
  for (int g = 0; g < kGroup; ++g)
    if (first + g < sources) {
      const Cell* end = moved.source(first + g);
      if (is_packets(end)) {
        const ptx::Packet packet = ptx::load_packet(packet_of(end, word));
        words[g] = packet.word;
        if (packet.flag != flag_of(end)) missing |= 1u << g;
      } else if (!moved.folds()) {
        words[g] = load_word(moved, end, word, whole);
      }
    }
  Patience patience;
  while (missing != 0) {
#pragma unroll
    for (int g = 0; g < kGroup; ++g)
      if (missing >> g & 1) {
        const Cell* end = moved.source(first + g);
        const ptx::Packet packet = ptx::load_packet(packet_of(end, word));
        words[g] = packet.word;
        if (packet.flag == flag_of(end)) missing &= ~(1u << g);
      }
    if (missing != 0 && patience.ended(params)) {
      const Cell* end = moved.source(first + __ffs(static_cast<int>(missing)) - 1);
      const Stamp seen = ptx::load_packet(packet_of(end, word)).flag;
      const bool this_launch = seen >> 32 == (board().epoch & 0xffffffffu);
      note_wait(params,
                {moved.head().action, -1,
                 as<End>(end).offset + word * static_cast<std::int64_t>(sizeof(ptx::Packet)),
                 as<End>(end).tag & End::kTurn, this_launch ? static_cast<std::uint32_t>(seen) : 0},
                patience.timed_out());
      return false;
    }
  }
#pragma unroll
  for (int g = 0; g < kGroup; ++g)
    if (first + g < sources) {
      const Cell* end = moved.source(first + g);
      if (moved.folds() && !is_packets(end))
        fold_plain(all, moved, end, word);
      else
        all.fold(words[g]);
    }
  return true;
}

__device__ __forceinline__ std::uint64_t without_tail(const Moved& moved, std::int64_t word,
                                                      std::uint64_t bits) {
  const std::int64_t left = moved.extent().bytes - word * kWordBytes;
  return left >= kWordBytes ? bits : bits & ((std::uint64_t{1} << (8 * left)) - 1);
}

/// False where a wait gave up.
template <class Word>
__device__ __forceinline__ bool take_packets(const LaunchParams& params, const Cell* cells) {
  const Moved moved{cells};
  const bool whole = has_whole_words(moved);
  const std::int64_t words = words_of(moved);
  const int sources = moved.head().sources, destinations = moved.head().destinations;
  for (std::int64_t word = threadIdx.x; word < words; word += blockDim.x) {
    Word all;
    for (int s = 0; s < sources; s += Word::kGroup)
      if (!take_group(params, moved, s, word, whole, all)) return false;
    const std::uint64_t bits = without_tail(moved, word, all.finish(moved.finish().divisor, sources == 0));
    for (int d = 0; d < destinations; ++d) {
      const Cell* end = moved.destination(d);
      if (is_packets(end))
        ptx::store_packet(packet_of(end, word), bits, flag_of(end));
      else if (whole)
        store(address_of(end) + static_cast<Address>(word * kWordBytes), bits);
      else
        scatter_word(moved.cells, end, word, bits);
    }
  }
  return true;
}

}  // namespace purlin::cuda
