#pragma once
#include "cli/executor.hpp"
#include "spec/placement.hpp"

namespace purlin::cli {

/// What bounds a device: nominal rates, so that nothing beats them.
struct DeviceRates {
  int ordinal = 0;
  double memory_GBps = 0;  // bytes read plus bytes written; 0: not known
  std::int64_t cache_bytes = 0;
  double port_GBps = 0;  // one direction; 0: no links, or not known
};

/// The least time of one launch of many in a row, ranks on devices as `placement` says. Memory: distinct
/// bytes of the callers' buffers, less what the cache may hold before and after. Ports: the schedule's own
/// bytes.
Bound device_bound(const Schedule& schedule, const Placement& placement,
                   const std::vector<DeviceRates>& devices);

}  // namespace purlin::cli
