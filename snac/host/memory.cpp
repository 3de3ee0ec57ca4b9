#include "snac/host/memory.hpp"

#include <algorithm>
#include <cstring>

namespace purlin::host {
namespace {

void grow(Storage& storage, std::int64_t bytes) {
  if (storage.size() < bytes) storage = Storage(bytes);
}

/// Rounded up so that halves start as aligned as the window does.
std::int64_t padded(std::int64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

}  // namespace

Packet* LaunchMemory::packets(Rank rank, std::int64_t offset) const {
  return reinterpret_cast<Packet*>(base(BufferKind::packet_window, rank) + offset);
}

SharedMemory::SharedMemory(int ranks) : ranks_(static_cast<std::size_t>(ranks)) {}

void SharedMemory::fit(const Schedule& schedule, std::uint64_t epoch) {
  const Buffers& buffers = schedule.buffers;
  fit_slots(static_cast<std::int64_t>(schedule.signals.size()), buffers.halves, epoch);
  halves_ = std::max<std::int64_t>(halves_, buffers.halves);
  window_half_ = std::max(window_half_, padded(buffers.window_half));
  packet_half_ = std::max(packet_half_, padded(buffers.packet_window_half));
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
    grow(ranks_[rank].window, halves_ * window_half_);
    grow(ranks_[rank].packet_window, halves_ * packet_half_);
    grow(ranks_[rank].scratch, buffers.scratch.empty() ? 0 : buffers.scratch[rank]);
  }
}

void SharedMemory::fit_slots(std::int64_t slots, std::int64_t halves, std::uint64_t epoch) {
  if (slots <= slots_ && halves <= halves_) return;
  slots_ = std::max(slots, slots_);
  const std::int64_t all = slots_ * std::max(halves, halves_);
  for (OfRank& rank : ranks_)
    rank.slots = std::make_unique<std::atomic<Stamp>[]>(static_cast<std::size_t>(all));
  halves_ = std::max(halves, halves_);
  forget_stamps(epoch);
}

void SharedMemory::forget_stamps(std::uint64_t epoch) {
  for (OfRank& rank : ranks_)
    for (std::int64_t i = 0; i < slots_ * halves_; ++i)
      rank.slots[static_cast<std::size_t>(i)].store(stamp(epoch, 0), std::memory_order_relaxed);
  for (OfRank& rank : ranks_)
    if (rank.packet_window.size() > 0)
      std::memset(rank.packet_window.data(), 0xff, static_cast<std::size_t>(rank.packet_window.size()));
}

LaunchMemory SharedMemory::launch(const Schedule& schedule, std::span<const RankBuffers> buffers,
                                  std::uint64_t epoch) const {
  LaunchMemory memory{&schedule, epoch, std::vector<LaunchMemory::OfRank>(ranks_.size())};
  const auto half = static_cast<std::int64_t>(epoch % static_cast<std::uint64_t>(halves_));
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    const OfRank& own = ranks_[r];
    memory.ranks[r].buffers = {buffers[r].input.data(), buffers[r].output.data(),
                               own.window.data() + half * window_half_,
                               own.packet_window.data() + half * packet_half_, own.scratch.data()};
    memory.ranks[r].slots = own.slots.get() + half * slots_;
  }
  return memory;
}

}  // namespace purlin::host
