#include "atom_cuda/driver.cuh"

namespace purlin::cuda {

void* driver_entry(const char* name) {
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
  const cudaError_t error =
      cudaGetDriverEntryPointByVersion(name, &entry, CUDART_VERSION, cudaEnableDefault, &found);
  if (error != cudaSuccess) cudaGetLastError();
  return error == cudaSuccess && found == cudaDriverEntryPointSuccess ? entry : nullptr;
}

}  // namespace purlin::cuda
