#include "snac/host/element.hpp"

#include "snac/host/random.hpp"
#include "tests/catch.hpp"
#include "tests/support/floats.hpp"

using namespace purlin;
using namespace purlin::host;

namespace {

template <class T>
constexpr DataType kTypeOf = std::is_same_v<T, F16>      ? DataType::f16
                             : std::is_same_v<T, BF16>   ? DataType::bf16
                             : std::is_same_v<T, F8E4M3> ? DataType::f8e4m3
                                                         : DataType::f8e5m2;

template <class T>
std::uint32_t all_values() {
  return 1u << (8 * sizeof(T));
}

template <class T>
T from_bits(std::uint32_t bits) {
  return {static_cast<typename T::Bits>(bits)};
}

/// The definition rounds once from the exact value; of NaNs any will do.
template <class T>
bool narrows_well(float value) {
  const T got = T::narrow(value);
  if (std::isnan(value)) return std::isnan(got.widen());
  return got.bits == static_cast<typename T::Bits>(testing::encoded(kTypeOf<T>, value));
}

}  // namespace

TEMPLATE_TEST_CASE("every small float widens to its value", "", F16, BF16, F8E4M3, F8E5M2) {
  for (std::uint32_t bits = 0; bits < all_values<TestType>(); ++bits) {
    const float got = from_bits<TestType>(bits).widen();
    const long double expected = testing::decoded(kTypeOf<TestType>, bits);
    const bool same = std::isnan(expected) ? std::isnan(got) : got == expected;
    const bool same_sign = std::signbit(got) == (bits >= all_values<TestType>() / 2);
    if (!same || !same_sign) FAIL(bits);
  }
}

TEMPLATE_TEST_CASE("every small float survives the way through f32", "", F16, BF16, F8E4M3, F8E5M2) {
  for (std::uint32_t bits = 0; bits < all_values<TestType>(); ++bits) {
    const auto value = from_bits<TestType>(bits);
    const TestType back = TestType::narrow(value.widen());
    const bool is_nan = std::isnan(value.widen());
    const bool kept = (back.bits & value.bits) == value.bits;  // a NaN may become quiet, which sets one bit
    if (is_nan ? !std::isnan(back.widen()) || !kept : back != value) FAIL(bits);
  }
}

TEMPLATE_TEST_CASE("narrowing rounds to nearest, ties to even", "", F16, BF16, F8E4M3, F8E5M2) {
  for (std::uint32_t bits = 0; bits + 1 < all_values<TestType>(); ++bits) {
    const float low = from_bits<TestType>(bits).widen(), high = from_bits<TestType>(bits + 1).widen();
    const auto tie = static_cast<float>((static_cast<double>(low) + high) / 2);
    for (float value : {low, tie, std::nextafter(tie, INFINITY), std::nextafter(tie, -INFINITY),
                        std::nextafter(low, INFINITY), std::nextafter(low, -INFINITY)})
      if (!narrows_well<TestType>(value)) FAIL(value);
  }
}

TEMPLATE_TEST_CASE("narrowing agrees with the definition on any f32", "", F16, BF16, F8E4M3, F8E5M2) {
  Random random(7);
  for (int i = 0; i < 1 << 18; ++i) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
    if (!narrows_well<TestType>(value)) FAIL(value);
  }
}

TEMPLATE_TEST_CASE("what is too large does not saturate", "", F16, BF16, F8E4M3, F8E5M2) {
  for (float value : {3.4028235e38f, -3.4028235e38f, INFINITY, -INFINITY}) {
    const float got = TestType::narrow(value).widen();
    if (TestType::kInfinity)
      CHECK(got == std::copysign(INFINITY, value));
    else
      CHECK(std::isnan(got));
    CHECK(std::signbit(got) == std::signbit(value));
  }
}
