#pragma once
// Element arithmetic, bit for bit what the host executor does: a wide accumulator, one rounding.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>

#include "atom_cuda/ptx.cuh"
#include "spec/data_type.hpp"
#include "spec/reduce_op.hpp"

namespace purlin::cuda {

/// Nearest, ties to even, never saturating: beyond the largest lies infinity, or NaN where there is none.
template <int kExponent, int kMantissa, bool kInfinity>
__device__ __forceinline__ std::uint32_t narrow_f8(float value) {
  constexpr int kBias = (1 << (kExponent - 1)) - 1;
  constexpr int kDrop = 23 - kMantissa;
  constexpr std::uint32_t kAllOnes = ((1u << kExponent) - 1) << kMantissa;
  constexpr std::uint32_t kMagnitude = (1u << (kExponent + kMantissa)) - 1;
  constexpr std::uint32_t kRebias = static_cast<std::uint32_t>(127 - kBias) << kMantissa;
  constexpr std::uint32_t kSmallest = static_cast<std::uint32_t>(128 - kBias) << 23;
  constexpr std::uint32_t kMagic = static_cast<std::uint32_t>(128 - kBias + kDrop)
                                   << 23;  // ulp: least subnormal
  constexpr std::uint32_t kOverflow = kInfinity ? kAllOnes : kMagnitude;
  const std::uint32_t wide = __float_as_uint(value);
  const std::uint32_t magnitude = wide & 0x7fffffffu;
  const std::uint32_t rounded = (magnitude + (1u << (kDrop - 1)) - 1 + ((magnitude >> kDrop) & 1)) >> kDrop;
  const float tiny = __uint_as_float(magnitude) + __uint_as_float(kMagic);
  std::uint32_t narrow = magnitude < kSmallest ? __float_as_uint(tiny) - kMagic : rounded - kRebias;
  narrow = min(narrow, kOverflow);
  narrow = magnitude > 0x7f800000u ? kMagnitude : narrow;
  return narrow | ((wide >> 31) << (kExponent + kMantissa));
}

template <__nv_fp8_interpretation_t kFormat>
__device__ __forceinline__ float widen_f8(std::uint8_t bits) {
  return __half2float(__half(__nv_cvt_fp8_to_halfraw(bits, kFormat)));
}

/// Bits as they lie in memory, and the type that sums are held in.
template <DataType kType>
struct Element;

template <class B, class W>
struct PlainElement {
  using Bits = B;
  using Wide = W;
  static constexpr bool kFloat = false;
  static __device__ __forceinline__ Wide widen(Bits bits) { return static_cast<Wide>(bits); }
  static __device__ __forceinline__ Bits narrow(Wide value) { return static_cast<Bits>(value); }
};

template <>
struct Element<DataType::f64> {
  using Bits = std::uint64_t;
  using Wide = double;
  static constexpr bool kFloat = true;
  static __device__ __forceinline__ Wide widen(Bits b) {
    return __longlong_as_double(static_cast<long long>(b));
  }
  static __device__ __forceinline__ Bits narrow(Wide v) { return static_cast<Bits>(__double_as_longlong(v)); }
};
template <>
struct Element<DataType::f32> {
  using Bits = std::uint32_t;
  using Wide = float;
  static constexpr bool kFloat = true;
  static __device__ __forceinline__ Wide widen(Bits b) { return __uint_as_float(b); }
  static __device__ __forceinline__ Bits narrow(Wide v) { return __float_as_uint(v); }
};
template <>
struct Element<DataType::f16> {
  using Bits = std::uint16_t;
  using Wide = float;
  static constexpr bool kFloat = true;
  static __device__ __forceinline__ Wide widen(Bits b) { return __half2float(__ushort_as_half(b)); }
  static __device__ __forceinline__ Bits narrow(Wide v) { return __half_as_ushort(__float2half_rn(v)); }
};
template <>
struct Element<DataType::bf16> {
  using Bits = std::uint16_t;
  using Wide = float;
  static constexpr bool kFloat = true;
  static __device__ __forceinline__ Wide widen(Bits b) {
    return __uint_as_float(static_cast<std::uint32_t>(b) << 16);
  }
  static __device__ __forceinline__ Bits narrow(Wide v) {
    return __bfloat16_as_ushort(__float2bfloat16_rn(v));
  }
};
template <>
struct Element<DataType::f8e4m3> {
  using Bits = std::uint8_t;
  using Wide = float;
  static constexpr bool kFloat = true;
  static __device__ __forceinline__ Wide widen(Bits b) { return widen_f8<__NV_E4M3>(b); }
  static __device__ __forceinline__ Bits narrow(Wide v) {
    return static_cast<Bits>(narrow_f8<4, 3, false>(v));
  }
};
template <>
struct Element<DataType::f8e5m2> {
  using Bits = std::uint8_t;
  using Wide = float;
  static constexpr bool kFloat = true;
  static __device__ __forceinline__ Wide widen(Bits b) { return widen_f8<__NV_E5M2>(b); }
  static __device__ __forceinline__ Bits narrow(Wide v) {
    return static_cast<Bits>(narrow_f8<5, 2, true>(v));
  }
};
template <>
struct Element<DataType::i64> : PlainElement<std::uint64_t, std::int64_t> {};
template <>
struct Element<DataType::i32> : PlainElement<std::uint32_t, std::int32_t> {};
template <>
struct Element<DataType::i8> : PlainElement<std::uint8_t, std::int32_t> {
  static __device__ __forceinline__ Wide widen(Bits bits) { return static_cast<std::int8_t>(bits); }
};
template <>
struct Element<DataType::u64> : PlainElement<std::uint64_t, std::uint64_t> {};
template <>
struct Element<DataType::u32> : PlainElement<std::uint32_t, std::uint32_t> {};
template <>
struct Element<DataType::u8> : PlainElement<std::uint8_t, std::uint32_t> {};

template <bool kMin>
__device__ __forceinline__ double extreme(double a, double b) {
  const auto x = static_cast<std::uint64_t>(__double_as_longlong(a));
  const auto y = static_cast<std::uint64_t>(__double_as_longlong(b));
  const double equal =
      __longlong_as_double(static_cast<long long>(kMin ? x | y : x & y));  // differ in zero's sign
  const double less = kMin ? a : b, more = kMin ? b : a;
  const double ordered = a < b ? less : a > b ? more : equal;
  return a != a ? a : b != b ? b : ordered;
}
template <bool kMin>
__device__ __forceinline__ float extreme(float a, float b) {
  return kMin ? ptx::min_nan(a, b) : ptx::max_nan(a, b);
}
template <bool kMin, class I>
__device__ __forceinline__ I extreme(I a, I b) {
  return kMin == (a < b) ? a : b;
}

/// One step of a reduction; integers wrap. `avg` adds: its division comes last.
template <ReduceOp kOp, class W>
__device__ __forceinline__ W combine(W a, W b) {
  if constexpr (kOp == ReduceOp::min || kOp == ReduceOp::max) {
    return extreme < kOp == ReduceOp::min > (a, b);
  } else if constexpr (W(0.5) != W(0)) {
    return kOp == ReduceOp::prod ? a * b : a + b;
  } else {
    using U = std::make_unsigned_t<W>;
    const U x = static_cast<U>(a), y = static_cast<U>(b);
    return static_cast<W>(kOp == ReduceOp::prod ? x * y : x + y);
  }
}

/// What every operand leaves unchanged when combined with it, first of all: not 0 but −0 for sums of floats.
template <ReduceOp kOp, DataType kType>
__device__ __forceinline__ typename Element<kType>::Wide neutral() {
  using W = typename Element<kType>::Wide;
  constexpr bool kFloat = Element<kType>::kFloat;
  if constexpr (kOp == ReduceOp::prod)
    return W(1);
  else if constexpr (kOp == ReduceOp::sum)
    return kFloat ? -W(0.0) : W(0);
  else if constexpr (kFloat)
    return kOp == ReduceOp::min ? W(INFINITY) : -W(INFINITY);
  else if constexpr (W(-1) < W(0)) {
    constexpr W kMost = static_cast<W>(static_cast<std::make_unsigned_t<W>>(-1) >> 1);
    return kOp == ReduceOp::min ? kMost : -kMost - 1;
  } else {
    return kOp == ReduceOp::min ? static_cast<W>(-1) : W(0);
  }
}

/// Out of line: divisions are long and rare.
template <class W>
static __device__ __noinline__ W quotient(W value, W by) {
  return value / by;
}

/// An accumulator's end: the division of `avg`, and 0 where there was no operand to sum.
template <DataType kType, ReduceOp kOp, class W>
__device__ __forceinline__ W finished(W value, std::int64_t divisor, bool none) {
  if (kOp == ReduceOp::sum && none) return W(0);
  if (Element<kType>::kFloat && kOp == ReduceOp::sum && divisor != 1)
    return quotient(value, static_cast<W>(divisor));
  return value;
}

/// The wide values of `kBytes` of memory, held as 4-byte words.
template <DataType kType, int kBytes>
struct Pack {
  using E = Element<kType>;
  using Wide = typename E::Wide;
  using Bits = typename E::Bits;
  static constexpr int kSize = sizeof(Bits);
  static constexpr int kCount = kBytes / kSize;
  static constexpr int kWords = kBytes / 4;

  static __device__ __forceinline__ Bits bits_at(const std::uint32_t (&words)[kWords], int i) {
    if constexpr (kSize == 8)
      return static_cast<std::uint64_t>(words[2 * i + 1]) << 32 | words[2 * i];
    else
      return static_cast<Bits>(words[i * kSize / 4] >> (i * kSize % 4 * 8));
  }
  static __device__ __forceinline__ void widen(const std::uint32_t (&words)[kWords], Wide (&values)[kCount]) {
#pragma unroll
    for (int i = 0; i < kCount; ++i) values[i] = E::widen(bits_at(words, i));
  }
  static __device__ __forceinline__ void narrow(const Wide (&values)[kCount],
                                                std::uint32_t (&words)[kWords]) {
    if constexpr (kType == DataType::bf16) {
#pragma unroll
      for (int i = 0; i < kWords; ++i) {
        const __nv_bfloat162 pair = __floats2bfloat162_rn(values[2 * i], values[2 * i + 1]);
        words[i] = reinterpret_cast<const std::uint32_t&>(pair);
      }
    } else if constexpr (kType == DataType::f16) {
#pragma unroll
      for (int i = 0; i < kWords; ++i) {
        const __half2 pair = __floats2half2_rn(values[2 * i], values[2 * i + 1]);
        words[i] = reinterpret_cast<const std::uint32_t&>(pair);
      }
    } else if constexpr (kSize == 8) {
#pragma unroll
      for (int i = 0; i < kCount; ++i) {
        const Bits bits = E::narrow(values[i]);
        words[2 * i] = static_cast<std::uint32_t>(bits);
        words[2 * i + 1] = static_cast<std::uint32_t>(bits >> 32);
      }
    } else {
#pragma unroll
      for (int w = 0; w < kWords; ++w) {
        words[w] = 0;
#pragma unroll
        for (int i = 0; i < 4 / kSize; ++i)
          words[w] |= static_cast<std::uint32_t>(E::narrow(values[w * 4 / kSize + i])) << (i * kSize * 8);
      }
    }
  }
};

}  // namespace purlin::cuda
