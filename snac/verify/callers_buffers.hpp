#pragma once
#include "snac/schedule.hpp"

namespace purlin {

/// Where a rank's input or output lies among the caller's buffers: in place they share one.
struct CallersSlice {
  BufferKind buffer = BufferKind::input;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
};

CallersSlice input_slice(const Problem& problem, Rank rank);
CallersSlice output_slice(const Problem& problem, Rank rank);

/// What the caller's buffers of a rank have to be.
std::int64_t callers_bytes(const Problem& problem, BufferKind kind, Rank rank);

}  // namespace purlin
