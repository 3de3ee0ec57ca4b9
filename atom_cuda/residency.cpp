#include "atom_cuda/residency.cuh"

#include <algorithm>

namespace purlin::cuda {

void Devices::Residency::join(Member& member) {
  const std::lock_guard lock(mutex);
  members.push_back(&member);
}

void Devices::Residency::leave(Member& member) {
  const std::lock_guard lock(mutex);
  std::erase(members, &member);
}

bool Devices::Residency::is_idle(const Member& member) {
  return std::ranges::all_of(member.streams, [](const DeviceStream* stream) {
    const cudaError_t state = cudaStreamQuery(stream->get());
    if (state != cudaErrorNotReady) PURLIN_CUDA(state);
    return state == cudaSuccess;
  });
}

bool Devices::Residency::fits(const Member& member, const std::vector<Footprint>& footprint,
                              const std::vector<Device>& devices) const {
  for (std::size_t d = 0; d < devices.size(); ++d) {
    int blocks = footprint[d].blocks, per_multiprocessor = footprint[d].per_multiprocessor;
    for (const Member* other : members) {
      if (other == &member || other->largest[d].blocks == 0) continue;
      blocks += other->largest[d].blocks;
      per_multiprocessor = std::min(per_multiprocessor, other->largest[d].per_multiprocessor);
    }
    if (blocks > per_multiprocessor * devices[d].multiprocessors) return false;
  }
  return true;
}

void Devices::Residency::admit(Member& member, const std::vector<Footprint>& footprint,
                               const std::vector<Device>& devices) {
  for (Member* other : members)
    if (other != &member && is_idle(*other)) other->largest.assign(devices.size(), Footprint{});
  if (!fits(member, footprint, devices))
    for (Member* other : members) {
      if (other == &member) continue;
      for (std::size_t d = 0; d < devices.size(); ++d) {
        if (other->largest[d].blocks == 0) continue;
        other->events[d].record(*other->streams[d]);
        PURLIN_CUDA(cudaStreamWaitEvent(member.streams[d]->get(), other->events[d].get(), 0));
      }
    }
  for (std::size_t d = 0; d < devices.size(); ++d) {
    Footprint& largest = member.largest[d];
    if (largest.blocks == 0) largest = footprint[d];
    largest.blocks = std::max(largest.blocks, footprint[d].blocks);
    largest.per_multiprocessor = std::min(largest.per_multiprocessor, footprint[d].per_multiprocessor);
  }
}

}  // namespace purlin::cuda
