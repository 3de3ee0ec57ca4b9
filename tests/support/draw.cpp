#include "tests/support/draw.hpp"

#include <array>
#include <limits>

#include "tests/support/floats.hpp"

namespace purlin::testing {
namespace {

std::uint64_t low_bits(DataType type, std::uint64_t noise) {
  const auto bits = static_cast<int>(8 * size_of(type).value);
  return bits == 64 ? noise : noise & ((std::uint64_t{1} << bits) - 1);
}

long double unit(std::uint64_t noise) { return static_cast<long double>(noise >> 11) / (1ULL << 53); }

/// Any float, with zeros of both signs, infinities and NaN more often than chance gives them.
std::uint64_t any_float(DataType type, std::uint64_t noise) {
  constexpr long double kInfinity = std::numeric_limits<long double>::infinity();
  constexpr long double kNan = std::numeric_limits<long double>::quiet_NaN();
  constexpr std::array<long double, 5> kSpecial = {0.0L, -0.0L, kInfinity, -kInfinity, kNan};
  if (noise % 32 < kSpecial.size()) return encoded(type, kSpecial[noise % 32]);
  return low_bits(type, noise >> 5);
}

long double summand(Data data, std::uint64_t noise) {
  return data == Data::exact ? static_cast<long double>(noise % 4) - 1 : 2 * unit(noise) - 1;
}

long double factor(Data data, std::uint64_t noise) {
  const long double sign = noise % 2 == 0 ? 1 : -1;
  return data == Data::exact ? sign : sign * (0.9L + 0.2L * unit(noise));
}

}  // namespace

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

std::uint64_t draw_element(DataType type, ReduceOp op, Data data, std::uint64_t noise) {
  if (!is_float(type) || op == ReduceOp::copy) return low_bits(type, noise);
  if (op == ReduceOp::min || op == ReduceOp::max) return any_float(type, noise);
  return encoded(type, op == ReduceOp::prod ? factor(data, noise) : summand(data, noise));
}

}  // namespace purlin::testing
