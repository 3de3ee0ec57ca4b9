#pragma once
// Lanes wait for each other, so all lanes of a launch must run at once on every device; and lanes of launches
// on several streams, too, unless the launches are put in one order.
#include <mutex>
#include <vector>

#include "atom_cuda/devices.hpp"
#include "atom_cuda/runtime.cuh"

namespace purlin::cuda {

/// What a launch takes of one device: blocks, and how many of such blocks one multiprocessor holds.
struct Footprint {
  int blocks = 0;
  int per_multiprocessor = 1;
};

/// The streams that may have launches under way. Blocks of kernels of which a multiprocessor holds k or more
/// together take at most 1/k of it each; so any mix of up to k × multiprocessors of them is resident.
struct Devices::Residency {
  struct Member {
    std::vector<const DeviceStream*> streams;  // [device]
    std::vector<Footprint> largest;            // [device] of what was put there since it was last idle
    std::vector<DeviceEvent> events;           // [device]
  };
  std::mutex mutex;
  std::vector<Member*> members;

  void join(Member& member);
  void leave(Member& member);
  /// Call with the mutex held, right before launching on all of the member's streams.
  void admit(Member& member, const std::vector<Footprint>& footprint, const std::vector<Device>& devices);

 private:
  static bool is_idle(const Member& member);
  bool fits(const Member& member, const std::vector<Footprint>& footprint,
            const std::vector<Device>& devices) const;
};

}  // namespace purlin::cuda
