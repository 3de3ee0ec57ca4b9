#pragma once
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "atom_cuda/stream.hpp"
#include "snac/host/data.hpp"
#include "snac/verify/verify.hpp"

namespace purlin::testing {

/// All devices of this machine, opened once. Where there is none the test is skipped, with the reason.
std::shared_ptr<cuda::Devices> devices();

/// The callers' buffers of all ranks on the devices, each between guard bands and at an odd alignment.
class DeviceWorld {
 public:
  /// Buffers start `skew` elements behind a 256-byte boundary.
  DeviceWorld(const Schedule& schedule, int skew = 0);
  ~DeviceWorld();
  DeviceWorld(const DeviceWorld&) = delete;
  DeviceWorld& operator=(const DeviceWorld&) = delete;

  /// Writes what `before` holds and guard bands around it.
  void upload(std::span<const RankBuffers> before);
  std::span<const RankBuffers> buffers() const { return buffers_; }
  /// The first difference to what `expected` holds (any NaN for a NaN of `type`), or in a guard band.
  std::string difference(std::span<const RankBuffers> expected, DataType type, bool any_nan) const;

 private:
  struct Allocation {
    std::byte* all = nullptr;
    std::size_t before = 0;
    std::size_t bytes = 0;
  };
  std::span<std::byte> allocate(Rank rank, std::int64_t bytes, std::size_t skew);
  std::vector<Allocation> allocations_;  // input and output of each rank
  std::vector<RankBuffers> buffers_;
};

/// Executes on the host and on the devices, with the same data; what differs, or empty.
std::string differs_from_host(cuda::Stream& stream, const VerifiedSchedule& schedule,
                              const host::DataSeed& seed, int skew = 0);

/// Verified, or the test fails with the counter-example.
VerifiedSchedule must_verify(Schedule schedule);

}  // namespace purlin::testing
