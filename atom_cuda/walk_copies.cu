#include "atom_cuda/kernels.hpp"
#include "atom_cuda/walk.cuh"

namespace purlin::cuda {

WalkKernels copying_walk_kernels() {
  return {kernel_of<DataType::u8, ReduceOp::copy, Walk::any>(),
          kernel_of<DataType::u8, ReduceOp::copy, Walk::flat>(),
          kernel_of<DataType::u8, ReduceOp::copy, Walk::packets>()};
}

}  // namespace purlin::cuda
