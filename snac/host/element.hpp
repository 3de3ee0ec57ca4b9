#pragma once
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "spec/data_type.hpp"

namespace purlin::host {

/// A float of 1 sign, E exponent and M mantissa bits, held as bits. Without infinities (f8e4m3) all ones is
/// the one NaN of each sign and everything else is finite.
template <int E, int M, bool kHasInfinity, class B>
struct SmallFloat {
  using Bits = B;
  static constexpr int kBias = (1 << (E - 1)) - 1;
  static constexpr int kMantissa = M;
  static constexpr std::uint32_t kAllOnes = ((1u << E) - 1) << M;  // exponent of infinities and NaNs
  static constexpr std::uint32_t kMagnitude = (1u << (E + M)) - 1;
  static constexpr bool kInfinity = kHasInfinity;
  Bits bits = 0;

  static SmallFloat narrow(float value);
  float widen() const;
  friend bool operator==(SmallFloat, SmallFloat) = default;
};

using F16 = SmallFloat<5, 10, true, std::uint16_t>;
using BF16 = SmallFloat<8, 7, true, std::uint16_t>;
using F8E4M3 = SmallFloat<4, 3, false, std::uint8_t>;
using F8E5M2 = SmallFloat<5, 2, true, std::uint8_t>;

/// Exact. NaNs keep sign and payload.
template <int E, int M, bool kHasInfinity, class B>
float SmallFloat<E, M, kHasInfinity, B>::widen() const {
  constexpr std::uint32_t kRebias = static_cast<std::uint32_t>(127 - kBias) << 23;
  constexpr std::uint32_t kSmallest = kRebias + (1u << 23);  // exponent field of the smallest normal
  const std::uint32_t magnitude = bits & kMagnitude;
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & (kMagnitude + 1)) << (31 - E - M);
  const std::uint32_t shifted = magnitude << (23 - M);
  const float subnormal = std::bit_cast<float>(shifted + kSmallest) - std::bit_cast<float>(kSmallest);
  const bool special = kInfinity ? magnitude >= kAllOnes : magnitude == kMagnitude;
  std::uint32_t wide = special ? shifted | 0x7f800000u : shifted + kRebias;
  if constexpr (E < 8) wide = magnitude < (1u << M) ? std::bit_cast<std::uint32_t>(subnormal) : wide;
  return std::bit_cast<float>(wide | sign);
}

/// Nearest, ties to even, never saturating: beyond the largest lies infinity, or NaN where there is none.
template <int E, int M, bool kHasInfinity, class B>
SmallFloat<E, M, kHasInfinity, B> SmallFloat<E, M, kHasInfinity, B>::narrow(float value) {
  constexpr int kDrop = 23 - M;
  constexpr std::uint32_t kRebias = static_cast<std::uint32_t>(127 - kBias) << M;
  constexpr std::uint32_t kSmallest = static_cast<std::uint32_t>(128 - kBias) << 23;
  constexpr std::uint32_t kMagic = static_cast<std::uint32_t>(128 - kBias + kDrop)
                                   << 23;  // ulp: smallest subnormal
  constexpr std::uint32_t kOverflow = kInfinity ? kAllOnes : kMagnitude;
  const std::uint32_t wide = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t magnitude = wide & 0x7fffffffu;
  const std::uint32_t sign = (wide >> 31) << (E + M);
  const std::uint32_t rounded = (magnitude + (1u << (kDrop - 1)) - 1 + ((magnitude >> kDrop) & 1)) >> kDrop;
  std::uint32_t narrow = rounded - kRebias;
  if constexpr (E < 8) {
    const float tiny = std::bit_cast<float>(magnitude) + std::bit_cast<float>(kMagic);
    narrow = magnitude < kSmallest ? std::bit_cast<std::uint32_t>(tiny) - kMagic : narrow;
  }
  narrow = narrow > kOverflow ? kOverflow : narrow;
  const std::uint32_t nan = kAllOnes | (1u << (M - 1)) | ((magnitude >> kDrop) & ((1u << M) - 1));
  narrow = magnitude > 0x7f800000u ? (kInfinity ? nan : kMagnitude) : narrow;
  return {static_cast<Bits>(narrow | sign)};
}

template <class T>
inline constexpr bool kIsSmallFloat = !std::is_arithmetic_v<T>;
template <class T>
inline constexpr bool kIsFloat = kIsSmallFloat<T> || std::is_floating_point_v<T>;

/// Bits of the mantissa, the hidden one too: integers up to 2^digits are exact.
template <class T>
constexpr int digits_of() {
  if constexpr (kIsSmallFloat<T>)
    return T::kMantissa + 1;
  else
    return std::numeric_limits<T>::digits;
}

/// What sums are held in: f32 for the small floats, else the type itself (integers wrap).
template <class T>
using Wide = std::conditional_t<kIsSmallFloat<T>, float, T>;

template <class T>
Wide<T> widen(T value) {
  if constexpr (kIsSmallFloat<T>)
    return value.widen();
  else
    return value;
}

template <class T>
T narrow(Wide<T> value) {
  if constexpr (kIsSmallFloat<T>)
    return T::narrow(value);
  else
    return value;
}

/// Element `i` of memory that need not be aligned.
template <class T>
T load(const std::byte* memory, std::int64_t i) {
  T value;
  std::memcpy(&value, memory + i * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
  return value;
}

template <class T>
void store(std::byte* memory, std::int64_t i, T value) {
  std::memcpy(memory + i * static_cast<std::int64_t>(sizeof(T)), &value, sizeof(T));
}

/// Calls `visit.template operator()<T>()` with the C++ type of `type`.
template <class Visit>
decltype(auto) with_type(DataType type, Visit&& visit) {
  switch (type) {
    case DataType::f64:
      return visit.template operator()<double>();
    case DataType::f32:
      return visit.template operator()<float>();
    case DataType::f16:
      return visit.template operator()<F16>();
    case DataType::bf16:
      return visit.template operator()<BF16>();
    case DataType::f8e4m3:
      return visit.template operator()<F8E4M3>();
    case DataType::f8e5m2:
      return visit.template operator()<F8E5M2>();
    case DataType::i64:
      return visit.template operator()<std::int64_t>();
    case DataType::i32:
      return visit.template operator()<std::int32_t>();
    case DataType::i8:
      return visit.template operator()<std::int8_t>();
    case DataType::u64:
      return visit.template operator()<std::uint64_t>();
    case DataType::u32:
      return visit.template operator()<std::uint32_t>();
    case DataType::u8:
      break;
  }
  return visit.template operator()<std::uint8_t>();
}

inline bool is_nan(DataType type, const std::byte* element) {
  return with_type(type, [&]<class T>() {
    const auto value = widen(load<T>(element, 0));
    return value != value;
  });
}

}  // namespace purlin::host
