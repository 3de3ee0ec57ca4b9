#pragma once
// Loads and stores of payload. Peers write it, so nothing goes through the read-only cache, and loads bypass
// the first-level cache but where neighbours share what they load.
#include <cstdint>

#include "atom_cuda/datapath/board.cuh"

namespace purlin::cuda {

template <class T>
__device__ __forceinline__ T load(Address from) {
  return __ldcg(reinterpret_cast<const T*>(from));
}
template <class T>
__device__ __forceinline__ void store(Address to, T value) {
  __stcs(reinterpret_cast<T*>(to), value);
}

__device__ __forceinline__ std::uint32_t picked(std::uint32_t a, std::uint32_t b, bool second) {
  return second ? b : a;
}

/// 16 bytes anywhere, as long as the aligned 16 bytes that hold them may be read, two of them at most.
__device__ __forceinline__ uint4 load_shifted(Address from) {
  const auto* aligned = reinterpret_cast<const uint4*>(from & ~Address{15});
  const uint4 low = aligned[0];
  uint4 high = low;
  if ((from & 15) != 0) high = aligned[1];
  const std::uint32_t all[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
  std::uint32_t by_two[6], by_one[5];
#pragma unroll
  for (int i = 0; i < 6; ++i) by_two[i] = picked(all[i], all[i + 2], (from & 8) != 0);
#pragma unroll
  for (int i = 0; i < 5; ++i) by_one[i] = picked(by_two[i], by_two[i + 1], (from & 4) != 0);
  const std::uint32_t bits = static_cast<std::uint32_t>(from & 3) * 8;
  return {__funnelshift_r(by_one[0], by_one[1], bits), __funnelshift_r(by_one[1], by_one[2], bits),
          __funnelshift_r(by_one[2], by_one[3], bits), __funnelshift_r(by_one[3], by_one[4], bits)};
}

/// 1, 2, 4 or 8 bytes at an address that they divide, in the low end.
__device__ __forceinline__ std::uint64_t load_small(Address from, std::uint32_t bytes) {
  if (bytes == 8) return load<std::uint64_t>(from);
  if (bytes == 4) return load<std::uint32_t>(from);
  if (bytes == 2) return load<std::uint16_t>(from);
  return load<std::uint8_t>(from);
}
__device__ __forceinline__ void store_small(Address to, std::uint64_t value, std::uint32_t bytes) {
  if (bytes == 8)
    store(to, value);
  else if (bytes == 4)
    store(to, static_cast<std::uint32_t>(value));
  else if (bytes == 2)
    store(to, static_cast<std::uint16_t>(value));
  else
    store(to, static_cast<std::uint8_t>(value));
}

}  // namespace purlin::cuda
