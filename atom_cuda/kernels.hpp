#pragma once
#include "spec/data_type.hpp"
#include "spec/reduce_op.hpp"

namespace purlin::cuda {

/// The walking kernel for a problem's element type and op, as CUDA's launch calls take it.
const void* walk_kernel(DataType type, ReduceOp op);

/// Those of one type; one source file each, so that a type without kernels does not link.
template <DataType kType>
const void* walk_kernel_of(ReduceOp op);

/// What only moves bytes.
const void* copying_walk_kernel();

}  // namespace purlin::cuda
