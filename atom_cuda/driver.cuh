#pragma once
// Entry points of the driver, asked for at run time: purlin never links libcuda.
#include <cuda.h>
#include <fmt/format.h>

#include "atom_cuda/runtime.cuh"

namespace purlin::cuda {

/// The driver's function of that name, or null where the driver lacks it.
void* driver_entry(const char* name);

template <class Function>
Function* driver_function(const char* name) {
  auto* entry = reinterpret_cast<Function*>(driver_entry(name));
  if (entry == nullptr) throw CudaError(fmt::format("the driver has no {}: it is too old", name));
  return entry;
}

/// Calls a driver function by name and checks what it returns.
template <class Function, class... Arguments>
void call_driver(const char* name, Arguments... arguments) {
  if (const CUresult result = driver_function<Function>(name)(arguments...); result != CUDA_SUCCESS)
    throw CudaError(fmt::format("driver error {} from {}", static_cast<int>(result), name));
}

#define PURLIN_DRIVER(function, ...) \
  ::purlin::cuda::call_driver<decltype(function)>(#function __VA_OPT__(, ) __VA_ARGS__)

}  // namespace purlin::cuda
