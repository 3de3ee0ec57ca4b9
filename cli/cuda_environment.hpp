#pragma once
#include <cstdlib>
#include <string_view>

namespace purlin::cli {

/// CUDA_LAUNCH_BLOCKING=1: every launch waits for its end.
inline bool launches_block() {
  const char* blocking = std::getenv("CUDA_LAUNCH_BLOCKING");
  return blocking != nullptr && std::string_view(blocking) == "1";
}

}  // namespace purlin::cli
