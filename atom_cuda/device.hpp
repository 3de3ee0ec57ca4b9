#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace purlin::cuda {

/// A GPU, or a slice of one, as CUDA shows it to this process.
struct Device {
  int ordinal = 0;
  std::string name;
  std::string uuid;  // GPU-… or MIG-…
  std::string pci;   // slices of one GPU share it
  int major = 0;     // compute capability
  int minor = 0;
  int multiprocessors = 0;
  int copy_engines = 0;
  std::int64_t memory_bytes = 0;
  double memory_GBps = 0;  // nominal: clock × bus width
  std::int64_t cache_bytes = 0;
  std::int64_t lane_shared_bytes = 0;  // most shared memory of one block
  double clock_Hz = 0;
  bool cooperative = false;  // can start all blocks of a kernel together
  bool multicast = false;    // can reduce and broadcast in the switch
  bool slice = false;        // a MIG instance
};

/// What there is, and why there is not more: each problem with its likely cause and mend.
struct Discovery {
  std::vector<Device> devices;
  std::vector<std::string> problems;
  std::string driver;   // version, e.g. "13.0"; empty: none
  std::string runtime;  // that purlin was built with
};

/// Of the devices, in order.
std::vector<int> ordinals_of(const Discovery& found);

/// Looks at drivers and devices. Never throws for what it finds.
Discovery discover();

/// Memory that this process may still take of a device.
std::int64_t free_bytes(int ordinal);

/// What is wrong with running on these devices together: not there, named twice, the same by UUID.
std::vector<std::string> check_choice(const Discovery& found, std::span<const int> ordinals);

}  // namespace purlin::cuda
