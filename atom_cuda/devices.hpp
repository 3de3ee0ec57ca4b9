#pragma once
#include <memory>
#include <span>
#include <vector>

#include "atom_cuda/device.hpp"
#include "spec/ids.hpp"

namespace purlin::cuda {

struct DevicesOptions {
  bool multicast = false;          // may take multicast windows
  bool blocking_launches = false;  // CUDA_LAUNCH_BLOCKING is set
};

/// The devices that one process drives together: connected, tried, kernels loaded.
class Devices {
 public:
  /// Throws a Refusal with everything that is wrong with the choice.
  static std::shared_ptr<Devices> open(std::span<const int> ordinals, const DevicesOptions& options = {});
  ~Devices();

  const std::vector<Device>& all() const { return devices_; }
  const DevicesOptions& options() const { return options_; }
  /// Ranks are dealt round-robin.
  std::size_t index_of(Rank rank) const { return static_cast<std::size_t>(rank.value) % devices_.size(); }

  struct Residency;
  Residency& residency() const { return *residency_; }

 private:
  Devices(std::vector<Device> devices, const DevicesOptions& options);
  std::vector<Device> devices_;
  DevicesOptions options_;
  std::unique_ptr<Residency> residency_;
};

}  // namespace purlin::cuda
