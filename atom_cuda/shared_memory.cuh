#pragma once
// Windows, packet windows, scratch and signals that the launches of a stream share.
#include <optional>
#include <vector>

#include "atom_cuda/device_list.hpp"
#include "atom_cuda/devices.hpp"
#include "atom_cuda/multicast_memory.hpp"
#include "atom_cuda/runtime.cuh"
#include "snac/schedule.hpp"

namespace purlin::cuda {

class SharedMemory {
 public:
  SharedMemory(const Devices& devices, int ranks)
      : devices_(devices), ranks_(static_cast<std::size_t>(ranks)) {}

  /// Whether `schedule` needs more than there is.
  bool must_grow(const Schedule& schedule, bool multicast) const;
  /// Only while no launch is under way. New memory is poisoned, new slots are old.
  void grow(const Schedule& schedule, bool multicast, std::uint64_t epoch);
  /// Slots and packets look older than every launch after `epoch`.
  void forget_stamps(std::uint64_t epoch);

  /// Addresses by base (rank · kBaseKinds + kind), the caller's left 0.
  std::vector<std::uint64_t> bases() const;

  std::int64_t halves() const { return halves_; }
  std::int64_t window_half() const { return window_half_; }
  std::int64_t packet_half() const { return packet_half_; }
  std::int64_t signal_half() const { return slots_ * 8; }

 private:
  struct OfRank {
    DeviceMemory window, packet_window, scratch, signals;
  };
  void grow_windows(std::int64_t bytes, bool multicast);

  const Devices& devices_;
  std::vector<OfRank> ranks_;
  std::optional<MulticastMemory> multicast_;  // then the windows are in it
  std::int64_t halves_ = 1;
  std::int64_t window_half_ = 0, packet_half_ = 0, slots_ = 0;  // of one half
};

}  // namespace purlin::cuda
