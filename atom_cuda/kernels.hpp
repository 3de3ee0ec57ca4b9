#pragma once
#include "spec/data_type.hpp"
#include "spec/reduce_op.hpp"

namespace purlin::cuda {

/// The walking kernels for a problem's element type and op, as CUDA's launch calls take them.
struct WalkKernels {
  const void* any = nullptr;
  const void* flat = nullptr;  // these two for common types and ops alone
  const void* packets = nullptr;
};
WalkKernels walk_kernels(DataType type, ReduceOp op);

/// Those of one type; one source file each, so that a type without kernels does not link.
template <DataType kType>
WalkKernels walk_kernels_of(ReduceOp op);

/// What only moves bytes.
WalkKernels copying_walk_kernels();

}  // namespace purlin::cuda
