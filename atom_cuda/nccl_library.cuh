#pragma once
// NCCL's functions as they are, found at run time: purlin neither links it nor needs its header.
#include <string>
#include <vector>

#include "atom_cuda/devices.hpp"
#include "atom_cuda/nccl_baseline.hpp"
#include "atom_cuda/runtime.cuh"
#include "spec/data_type.hpp"
#include "spec/reduce_op.hpp"

namespace purlin::cuda {

using NcclComm = void*;

/// What nccl.h declares, with its enums as int.
struct NcclLibrary {
  int (*get_version)(int*);
  const char* (*get_error_string)(int);
  int (*comm_init_all)(NcclComm*, int, const int*);
  int (*comm_destroy)(NcclComm);
  int (*group_start)();
  int (*group_end)();
  int (*all_reduce)(const void*, void*, std::size_t, int, int, NcclComm, cudaStream_t);
  int (*reduce)(const void*, void*, std::size_t, int, int, int, NcclComm, cudaStream_t);
  int (*broadcast)(const void*, void*, std::size_t, int, int, NcclComm, cudaStream_t);
  int (*all_gather)(const void*, void*, std::size_t, int, NcclComm, cudaStream_t);
  int (*reduce_scatter)(const void*, void*, std::size_t, int, int, NcclComm, cudaStream_t);
  int (*send)(const void*, std::size_t, int, int, NcclComm, cudaStream_t);
  int (*recv)(void*, std::size_t, int, int, NcclComm, cudaStream_t);

  /// Throws a Refusal where it is not there, or too old.
  static NcclLibrary load();
  void check(int result, const char* call) const;
};
#define PURLIN_NCCL(library, call) (library).check((library).call, #call)

int nccl_type(DataType type);
int nccl_op(ReduceOp op);

struct NcclState {
  NcclLibrary library;
  int version = 0;
  std::vector<NcclComm> comms;  // [device]
};

}  // namespace purlin::cuda
