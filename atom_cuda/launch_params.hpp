#pragma once
#include <cstdint>

#include "atom_cuda/device_list.hpp"
#include "atom_cuda/protocol/records.hpp"

namespace purlin::cuda {

/// The one argument of the kernel: where a device's rows find their lists, memory and signals.
struct LaunchParams {
  const Cell* cells = nullptr;           // `Lowered` of this device's rows
  const std::uint64_t* bases = nullptr;  // [set][rank · kBaseKinds + kind] -> address
  std::uint64_t* epochs = nullptr;       // [row][epoch cell]: launches so far

  std::uint32_t page_cells = 0;
  std::uint32_t ranks = 0;
  std::uint32_t lanes = 0;  // of the schedule, copy engines counted
  std::uint32_t epoch_cells =
      0;  // per row; the i-th lane (blocks first) counts launches in cells i, i + lanes, …
  std::uint32_t halves = 2;
  std::uint32_t alignment = 16;               // of all bases
  std::uint64_t half_bytes[kBaseKinds] = {};  // how far a base's second half is from its first
  std::uint32_t notifies = 0;                 // whether any lane does

  std::uint64_t timeout_ns = 0;
  volatile std::uint32_t* abort = nullptr;     // this device's flag
  std::uint32_t* const* all_aborts = nullptr;  // [device]
  std::uint32_t devices = 1;
  WaitRecord* waits = nullptr;  // [row · lanes + lane], mapped

  TraceRecord* trace = nullptr;  // [row · lanes + lane][action], or null
  TraceClock* clocks = nullptr;  // [row · lanes + lane]
  std::uint32_t trace_actions = 0;

  std::uint32_t launches = 1;  // of a soak; each with the next set of bases
  std::uint32_t sets = 1;
  std::uint32_t* meetings = nullptr;  // [row]: lanes that ended a launch of the soak
  std::uint64_t seed = 0;             // of the pauses between a soak's launches
  std::uint32_t longest_pause_ns = 0;

  std::uint32_t bulk_bytes = 0;  // shared memory for bulk copies
};

}  // namespace purlin::cuda
