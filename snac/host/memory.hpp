#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "snac/host/stamp.hpp"
#include "snac/host/storage.hpp"
#include "snac/host/stream.hpp"

namespace purlin::host {

/// A word of a packet window: data and, in the same 16 bytes, the stamp that announces it.
struct Packet {
  std::uint64_t word;
  std::uint64_t flag;
};
static_assert(sizeof(Packet) == 16);

/// One launch of one schedule as a lane sees it: where every buffer of every rank and its signals start.
struct LaunchMemory {
  struct OfRank {
    std::array<std::byte*, kBufferKinds> buffers{};
    std::atomic<Stamp>* slots = nullptr;
  };
  const Schedule* schedule = nullptr;
  std::uint64_t epoch = 0;
  std::vector<OfRank> ranks;

  std::byte* base(BufferKind kind, Rank rank) const {
    return of(rank).buffers[static_cast<std::size_t>(kind)];
  }
  std::byte* base(const Span& span) const { return base(span.buffer, span.rank); }
  std::atomic<Stamp>& slot(Rank rank, int slot) const { return of(rank).slots[slot]; }
  Packet* packets(Rank rank, std::int64_t offset) const;
  const OfRank& of(Rank rank) const { return ranks[static_cast<std::size_t>(rank.value)]; }
};

/// Windows, packet windows, scratch and signals that the launches of a stream share. Windows and signals have
/// parts used in turn, so that a rank already in the next launch disturbs nobody who is still in this one.
class SharedMemory {
 public:
  explicit SharedMemory(int ranks);

  /// Makes room for `schedule`; only while no launch is under way. New memory is poisoned, new slots are old.
  void fit(const Schedule& schedule, std::uint64_t epoch);
  /// Forgets all stamps: nothing seems to have happened in launches after `epoch`.
  void forget_stamps(std::uint64_t epoch);
  LaunchMemory launch(const Schedule& schedule, std::span<const RankBuffers> buffers,
                      std::uint64_t epoch) const;

 private:
  struct OfRank {
    Storage window, packet_window, scratch;
    std::unique_ptr<std::atomic<Stamp>[]> slots;
  };
  void fit_slots(std::int64_t slots, std::int64_t halves, std::uint64_t epoch);

  std::vector<OfRank> ranks_;
  std::int64_t halves_ = 1;
  std::int64_t window_half_ = 0, packet_half_ = 0, slots_ = 0;  // of one half
};

}  // namespace purlin::host
