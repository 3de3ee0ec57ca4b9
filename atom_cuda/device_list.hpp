#pragma once
#include <cstdint>

#include "snac/action.hpp"

namespace purlin::cuda {

/// A lane's program as kernels read it: cells of 16 bytes, in pages that are prefetched into shared memory.
/// Spans name memory by base (rank · kBaseKinds + kind) and offset, so that a list holds no address.
///
///   page      PageHead, actions…, a Head of kind `turn` or `end`
///   notify    Head, Signal, ranks (four a cell)
///   await     Head, Signal, Waits (two a cell)
///   delay     Head, Delay
///   the rest  Head, Extent, Finish, counts (two dims a cell), sources…, destinations…
///   an end    End, Fold where the action has folds, strides (two dims a cell)
struct alignas(16) Cell {
  std::uint32_t words[4];
};

enum class DeviceKind : std::uint8_t { end, turn, delay, notify, await, copy, reduce, put, take };

enum HeadFlag : std::uint8_t {
  kSync = 1,   // all threads of the lane meet first: it depends on what others of them did
  kFence = 2,  // the first notification since data moved or a wait ended
  kFolds = 4,  // ends have Fold cells
  kStage = 8,  // a copy that was a stage
  kFlat =
      16,  // few ends, aligned and without dims or folds: the short way, if the caller's memory is aligned
};

inline constexpr int kMostFlatEnds = 8;  // of each side

struct alignas(16) Head {
  DeviceKind kind = DeviceKind::end;
  Datapath datapath = Datapath::vector;
  std::uint8_t op = 0;  // ReduceOp
  std::uint8_t flags = 0;
  std::uint8_t dims = 0;
  std::uint8_t end_cells = 0;  // of each source and destination
  std::uint16_t cells = 1;     // of the whole action
  std::uint16_t sources = 0;   // ranks notified, waits, source ends
  std::uint16_t destinations = 0;
  std::uint32_t action = 0;  // index in the lane's program
};

struct alignas(16) PageHead {
  std::uint32_t next = 0;  // cell where the next page starts; 0: none
  std::uint16_t next_cells = 0;
  std::uint16_t absent = 0;  // the rank does not take part
  std::uint32_t rank = 0;
  std::uint32_t lane = 0;
};

struct alignas(16) Signal {
  std::uint32_t slot = 0;
  std::uint32_t value = 0;
  std::uint32_t step = 0;
  std::uint32_t unused = 0;
};

struct Wait {
  std::uint32_t slot = 0;
  std::uint32_t value = 0;
};

struct alignas(16) Delay {
  std::int64_t time_ns = 0;
  std::int64_t unused = 0;
};

struct alignas(16) Extent {
  std::int64_t bytes = 0;
  std::int64_t run = 0;
};

struct alignas(16) Finish {
  std::int64_t divisor = 1;
  std::uint32_t step = 0;
  std::uint32_t unit = 1;  // largest power of two ≤ 16 that divides run, offsets and strides
};

/// One end of a data action: a span, or packets with their turn.
struct alignas(16) End {
  static constexpr std::uint32_t kPackets = 1u << 31;
  static constexpr std::uint32_t kFold = 1u << 30;
  static constexpr std::uint32_t kTurn = kFold - 1;
  std::uint32_t base = 0;
  std::uint32_t tag = 0;  // a flag, or kPackets and the turn
  std::int64_t offset = 0;
};

struct alignas(16) Fold {
  std::int64_t count = 1;
  std::int64_t stride = 0;
};

/// What a rank has beside the buffers of a schedule.
inline constexpr int kSignalsBase = kBufferKinds;
inline constexpr int kMulticastBase = kBufferKinds + 1;  // the window of all ranks at once
inline constexpr int kBaseKinds = 8;

constexpr std::uint32_t base_of(BufferKind kind, Rank rank) {
  return static_cast<std::uint32_t>(rank.value * kBaseKinds + static_cast<int>(kind));
}

constexpr int cells_of(int bytes) { return (bytes + 15) / 16; }

static_assert(sizeof(Head) == 16 && sizeof(PageHead) == 16 && sizeof(Signal) == 16 && sizeof(Delay) == 16);
static_assert(sizeof(Extent) == 16 && sizeof(Finish) == 16 && sizeof(End) == 16 && sizeof(Fold) == 16);

}  // namespace purlin::cuda
