#include "atom_cuda/kernels.hpp"

#include <utility>

#include "spec/assert.hpp"

namespace purlin::cuda {

const void* walk_kernel(DataType type, ReduceOp op) {
  if (op == ReduceOp::copy) return copying_walk_kernel();
  const void* kernel = nullptr;
  const auto try_all = [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    ((kDataTypes[kIndex] == type ? kernel = walk_kernel_of<kDataTypes[kIndex]>(op) : nullptr), ...);
  };
  try_all(std::make_index_sequence<kDataTypes.size()>{});
  PURLIN_ASSERT(kernel != nullptr);
  return kernel;
}

}  // namespace purlin::cuda
