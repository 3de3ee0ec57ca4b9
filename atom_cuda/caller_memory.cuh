#pragma once
// A caller's buffers on the devices: filled, poisoned and checked there, so that every timed launch has fresh
// data and every timed output is looked at.
#include <string>

#include "atom_cuda/data.cuh"
#include "atom_cuda/devices.hpp"
#include "snac/atom.hpp"
#include "snac/measurement.hpp"
#include "snac/schedule.hpp"

namespace purlin::cuda {

class CallerMemory {
 public:
  /// `sets` of buffers for all ranks, each buffer between guard bands.
  CallerMemory(const Devices& devices, const Schedule& schedule, int sets);

  /// [set][rank]
  std::span<const RankBuffers> buffers() const { return buffers_; }

  /// The data of `launch` (odd launches: every reduction is exact) for the next fill, on all devices.
  void set_seed(std::uint64_t seed, std::int64_t launch);
  /// Enqueues on one device, for its ranks: fresh inputs, poisoned outputs.
  void enqueue_fill(std::size_t device, cudaStream_t stream) const;
  /// Enqueues the checks of the first `sets` sets' outputs, of all inputs that must stay, and of all guard
  /// bands. Only of odd launches' data.
  void enqueue_check(std::size_t device, int sets, cudaStream_t stream) const;

  struct Wrong {
    std::int64_t elements = 0;
    std::string first;
  };
  /// What the checks since the last call found. Only when they ended.
  Wrong take_findings();

  /// What a rank holds before and after.
  std::span<std::byte> input(Rank rank, int set = 0) const;
  std::span<std::byte> output(Rank rank, int set = 0) const;
  /// A copy of what all ranks hold after, of the first set. Only when the launches ended.
  RankTensors outputs_on_host() const;

  static std::int64_t bytes_for(const Schedule& schedule);  // of one set, all ranks

 private:
  static constexpr std::int64_t kGuard = 256;  // bytes on each side
  static constexpr std::uint8_t kGuardByte = 0xc3;
  struct Guarded {
    DeviceMemory all;
    std::int64_t bytes = 0;
    std::uint64_t address() const { return all.address() + kGuard; }
  };
  struct Place {
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
  };
  struct OfDevice {
    DeviceMemory key, fills, checks, contributions;
    DeviceMemory findings;  // [outputs, inputs, guards]
    std::vector<FillFrame> fill_list;
    std::vector<CheckFrame> check_list;
    std::vector<CheckContribution> contribution_list;
    std::vector<std::string> check_names;       // of frames
    std::vector<std::pair<Place, Place>> kept;  // inputs that outputs overwrite, and where they are kept
    std::vector<Place> poisoned;
    std::vector<std::uint64_t> guards;
  };

  void add_buffers(int set, Rank rank);
  void add_frames(int set, Rank rank);
  void add_checks(int set, Rank rank);
  Place held(int set, Rank rank, bool before) const;
  OfDevice& device_of(Rank rank) { return devices_state_[devices_.index_of(rank)]; }
  std::size_t index(int set, Rank rank) const {
    return static_cast<std::size_t>(set * problem_.ranks() + rank.value);
  }

  const Devices& devices_;
  Problem problem_;
  Buffers sizes_;
  int sets_;
  Draw draw_;
  bool keeps_inputs_;                             // elsewhere: outputs overwrite them
  std::vector<Guarded> inputs_, outputs_, kept_;  // [set · ranks + rank]
  std::vector<RankBuffers> buffers_;
  std::vector<OfDevice> devices_state_;
};

}  // namespace purlin::cuda
