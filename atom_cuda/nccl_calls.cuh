#pragma once
#include <vector>

#include "atom_cuda/caller_memory.cuh"
#include "atom_cuda/nccl_library.cuh"
#include "snac/transfers.hpp"

namespace purlin::cuda {

/// What NCCL is asked for, all ranks in one group: a function of its own for named collectives of equal
/// parts, else a send and a receive for every transfer, as its documentation says.
class NcclCalls {
 public:
  NcclCalls(const NcclState& nccl, const Problem& problem);

  /// On buffers of a set; one stream a rank.
  void enqueue(const CallerMemory& memory, int set, const std::vector<DeviceStream>& streams) const;

 private:
  void enqueue_whole(const CallerMemory& memory, int set, Rank rank, cudaStream_t stream) const;
  void enqueue_transfers(const CallerMemory& memory, int set, Rank rank, cudaStream_t stream) const;
  void call(std::span<std::byte> input, std::span<std::byte> output, NcclComm comm,
            cudaStream_t stream) const;

  const NcclState& nccl_;
  const Problem& problem_;
  std::vector<Transfer> transfers_;  // empty: one function does it
};

/// Whether one of NCCL's functions does all of it.
bool has_nccl_function(const Problem& problem);

}  // namespace purlin::cuda
