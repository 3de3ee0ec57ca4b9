#include "atom_cuda/shared_memory.cuh"

#include <algorithm>

#include "atom_cuda/protocol/stamp.hpp"

namespace purlin::cuda {
namespace {

/// Halves start as aligned as a window does.
std::int64_t padded(std::int64_t bytes) { return (bytes + 255) / 256 * 256; }

std::int64_t scratch_of(const Schedule& schedule, std::size_t rank) {
  return schedule.buffers.scratch.empty() ? 0 : schedule.buffers.scratch[rank];
}

void grow_memory(DeviceMemory& memory, int ordinal, std::int64_t bytes) {
  if (memory.size() >= bytes) return;
  memory = DeviceMemory();
  memory = DeviceMemory(ordinal, bytes);
}

}  // namespace

bool SharedMemory::must_grow(const Schedule& schedule, bool multicast) const {
  const Buffers& buffers = schedule.buffers;
  bool more = std::ssize(schedule.signals) > slots_ || buffers.halves > halves_ ||
              buffers.window_half > window_half_ || buffers.packet_window_half > packet_half_ ||
              (multicast && !multicast_);
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
    more = more || scratch_of(schedule, rank) > ranks_[rank].scratch.size();
  return more;
}

void SharedMemory::grow(const Schedule& schedule, bool multicast, std::uint64_t epoch) {
  const Buffers& buffers = schedule.buffers;
  halves_ = std::max<std::int64_t>(halves_, buffers.halves);
  slots_ = std::max(slots_, std::ssize(schedule.signals));
  window_half_ = std::max(window_half_, padded(buffers.window_half));
  packet_half_ = std::max(packet_half_, padded(buffers.packet_window_half));
  grow_windows(halves_ * window_half_, multicast);
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    const int ordinal = devices_.all()[devices_.index_of({static_cast<int>(r)})].ordinal;
    grow_memory(ranks_[r].packet_window, ordinal, halves_ * packet_half_);
    grow_memory(ranks_[r].scratch, ordinal, scratch_of(schedule, r));
    grow_memory(ranks_[r].signals, ordinal, halves_ * slots_ * 8);
  }
  forget_stamps(epoch);
}

void SharedMemory::grow_windows(std::int64_t bytes, bool multicast) {
  if (multicast || multicast_) {
    if (multicast_ && multicast_->bytes() >= bytes) return;
    std::vector<int> ordinals;
    for (const Device& device : devices_.all()) ordinals.push_back(device.ordinal);
    multicast_.reset();
    multicast_.emplace(ordinals, bytes);
    return;
  }
  for (std::size_t r = 0; r < ranks_.size(); ++r)
    grow_memory(ranks_[r].window, devices_.all()[devices_.index_of({static_cast<int>(r)})].ordinal, bytes);
}

void SharedMemory::forget_stamps(std::uint64_t epoch) {
  const std::vector<Stamp> old(static_cast<std::size_t>(halves_ * slots_), stamp(epoch, 0));
  for (OfRank& rank : ranks_) {
    rank.signals.upload(old.data(), static_cast<std::int64_t>(old.size() * sizeof(Stamp)));
    rank.packet_window.fill(0xff);
  }
}

std::vector<std::uint64_t> SharedMemory::bases() const {
  std::vector<std::uint64_t> all(ranks_.size() * kBaseKinds);
  for (std::size_t r = 0; r < ranks_.size(); ++r) {
    std::uint64_t* of_rank = &all[r * kBaseKinds];
    const bool multicast = multicast_.has_value();
    of_rank[static_cast<int>(BufferKind::window)] =
        multicast ? multicast_->window(r) : ranks_[r].window.address();
    of_rank[static_cast<int>(BufferKind::packet_window)] = ranks_[r].packet_window.address();
    of_rank[static_cast<int>(BufferKind::scratch)] = ranks_[r].scratch.address();
    of_rank[kSignalsBase] = ranks_[r].signals.address();
    of_rank[kMulticastBase] = multicast ? multicast_->multicast_address() : 0;
  }
  return all;
}

}  // namespace purlin::cuda
