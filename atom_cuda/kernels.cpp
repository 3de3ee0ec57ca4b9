#include "atom_cuda/kernels.hpp"

#include <utility>

#include "spec/assert.hpp"

namespace purlin::cuda {

WalkKernels walk_kernels(DataType type, ReduceOp op) {
  if (op == ReduceOp::copy) return copying_walk_kernels();
  WalkKernels kernels;
  const auto try_all = [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    ((kDataTypes[kIndex] == type ? void(kernels = walk_kernels_of<kDataTypes[kIndex]>(op)) : void()), ...);
  };
  try_all(std::make_index_sequence<kDataTypes.size()>{});
  PURLIN_ASSERT(kernels.any != nullptr);
  return kernels;
}

}  // namespace purlin::cuda
