#pragma once
// Payload in the switch: one load reduces the same bytes of all ranks' windows, one store writes them all.
#include "atom_cuda/datapath/vector.cuh"
#include "atom_cuda/ptx.cuh"
#include "snac/cards/multicast.hpp"

namespace purlin::cuda {

#if __CUDA_ARCH__ >= 900

template <DataType kType, ReduceOp kOp>
__device__ __forceinline__ uint4 multicast_reduce_16(Address from) {
  using enum DataType;
  using enum ReduceOp;
  const auto words = [&](auto reduce) {
    return uint4{reduce(from), reduce(from + 4), reduce(from + 8), reduce(from + 12)};
  };
  const auto pairs = [&](auto reduce) {
    const std::uint64_t a = reduce(from), b = reduce(from + 8);
    return uint4{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32),
                 static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(b >> 32)};
  };
  if constexpr (kType == f16)
    return kOp == sum   ? ptx::multicast_add_f16(from)
           : kOp == min ? ptx::multicast_min_f16(from)
                        : ptx::multicast_max_f16(from);
  else if constexpr (kType == bf16)
    return kOp == sum   ? ptx::multicast_add_bf16(from)
           : kOp == min ? ptx::multicast_min_bf16(from)
                        : ptx::multicast_max_bf16(from);
  else if constexpr (kType == f32)
    return ptx::multicast_add_f32(from);
  else if constexpr (kType == f64)
    return pairs([](Address a) {
      return static_cast<std::uint64_t>(__double_as_longlong(ptx::multicast_add_f64(a)));
    });
  else if constexpr (kType == u32 || kType == i32)
    return words([](Address a) {
      return kOp == sum   ? ptx::multicast_add_u32(a)
             : kOp == min ? (kType == u32 ? ptx::multicast_min_u32(a) : ptx::multicast_min_s32(a))
                          : (kType == u32 ? ptx::multicast_max_u32(a) : ptx::multicast_max_s32(a));
    });
  else
    return pairs([](Address a) {
      return kOp == sum   ? ptx::multicast_add_u64(a)
             : kOp == min ? (kType == u64 ? ptx::multicast_min_u64(a) : ptx::multicast_min_s64(a))
                          : (kType == u64 ? ptx::multicast_max_u64(a) : ptx::multicast_max_s64(a));
    });
}

__device__ __forceinline__ Address multicast_address(const StridedPlace& place, const Moved& moved,
                                                     const Cell* end) {
  const std::uint32_t rank = as<End>(end).base / kBaseKinds;
  return place.in(moved, end) - bases()[as<End>(end).base] + bases()[rank * kBaseKinds + kMulticastBase];
}

/// Reduces several sources (all ranks' windows at one offset) or broadcasts to several destinations, or both.
template <DataType kType, ReduceOp kOp>
__device__ __noinline__ void move_by_multicast(const Cell* cells) {
  const Moved moved{cells};
  const bool broadcasts = moved.head().destinations > 1;
#pragma unroll 1
  for (std::int64_t byte = threadIdx.x * 16; byte < moved.extent().bytes; byte += blockDim.x * 16) {
    const StridedPlace place = StridedPlace::of(moved, byte);
    uint4 value;
    if (moved.head().sources > 1) {
      if constexpr (reduces_in_switch(kType, kOp))
        value = multicast_reduce_16<kType, kOp>(multicast_address(place, moved, moved.source(0)));
    } else {
      value = load<uint4>(place.in(moved, moved.source(0)));
    }
    if (broadcasts)
      ptx::multicast_store_16(multicast_address(place, moved, moved.destination(0)), value);
    else
      store(place.in(moved, moved.destination(0)), value);
  }
}

#endif

}  // namespace purlin::cuda
