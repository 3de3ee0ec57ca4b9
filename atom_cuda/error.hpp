#pragma once
#include <stdexcept>
#include <string>

namespace purlin::cuda {

/// A call into CUDA failed: which, where, and what CUDA says. The machine's failure, not the caller's.
class CudaError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What was asked for cannot run on these devices; names the limit, the value and the most that is possible.
class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace purlin::cuda
