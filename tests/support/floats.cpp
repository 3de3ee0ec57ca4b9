#include "tests/support/floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <ranges>

#include "spec/assert.hpp"

namespace purlin::testing {
namespace {

struct Format {
  int exponent_bits;
  int mantissa_bits;
  bool has_infinity = true;

  int bits() const { return 1 + exponent_bits + mantissa_bits; }
  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  std::uint64_t sign() const { return std::uint64_t{1} << (bits() - 1); }
  std::uint64_t mantissa(std::uint64_t code) const {
    return code & ((std::uint64_t{1} << mantissa_bits) - 1);
  }
  std::uint64_t exponent(std::uint64_t code) const { return code >> mantissa_bits; }
  /// The first code without sign that is no finite number.
  std::uint64_t first_special() const {
    const std::uint64_t infinity = ((std::uint64_t{1} << exponent_bits) - 1) << mantissa_bits;
    return has_infinity ? infinity : sign() - 1;
  }
};

Format format_of(DataType type) {
  if (type == DataType::f16) return {5, 10};
  if (type == DataType::bf16) return {8, 7};
  if (type == DataType::f8e4m3) return {4, 3, false};
  if (type == DataType::f8e5m2) return {5, 2};
  if (type == DataType::f32) return {8, 23};
  PURLIN_ASSERT(type == DataType::f64);
  return {11, 52};
}

/// What a code without sign would mean if no code were special.
long double magnitude(const Format& format, std::uint64_t code) {
  const auto exponent = static_cast<int>(format.exponent(code));
  const auto mantissa = static_cast<long double>(format.mantissa(code));
  if (exponent == 0) return std::ldexp(mantissa, 1 - format.bias() - format.mantissa_bits);
  return std::ldexp(mantissa + std::ldexp(1.0L, format.mantissa_bits),
                    exponent - format.bias() - format.mantissa_bits);
}

/// The code nearest to `value` ≥ 0, by halving the ordered list of codes.
std::uint64_t nearest_code(const Format& format, long double value) {
  const auto codes = std::views::iota(std::uint64_t{0}, format.first_special() + 1);
  const auto above =
      std::ranges::lower_bound(codes, value, {}, [&](std::uint64_t code) { return magnitude(format, code); });
  if (above == codes.end()) return format.first_special();
  if (*above == 0) return 0;
  const std::uint64_t low = *above - 1;
  const long double to_low = value - magnitude(format, low);
  const long double to_high = magnitude(format, *above) - value;
  if (to_low == to_high) return low % 2 == 0 ? low : *above;
  return to_low < to_high ? low : *above;
}

}  // namespace

long double decoded(DataType type, std::uint64_t bits) {
  const Format format = format_of(type);
  const std::uint64_t code = bits & (format.sign() - 1);
  const long double sign = (bits & format.sign()) != 0 ? -1.0L : 1.0L;
  if (code < format.first_special()) return sign * magnitude(format, code);
  if (format.has_infinity && code == format.first_special())
    return sign * std::numeric_limits<long double>::infinity();
  return std::numeric_limits<long double>::quiet_NaN();
}

std::uint64_t encoded(DataType type, long double value) {
  const Format format = format_of(type);
  if (std::isnan(value)) return format.sign() - 1;
  return nearest_code(format, std::fabs(value)) | (std::signbit(value) ? format.sign() : 0);
}

long double unit_roundoff(DataType type) { return std::ldexp(1.0L, -format_of(type).mantissa_bits - 1); }

long double smallest_step(DataType type) { return magnitude(format_of(type), 1); }

}  // namespace purlin::testing
