#include "tests/support/reference.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "spec/assert.hpp"
#include "tests/support/floats.hpp"

namespace purlin::testing {
namespace {

using Bits = std::span<const std::uint64_t>;

std::uint64_t wrapped(DataType type, std::uint64_t value) {
  const auto bits = static_cast<int>(8 * size_of(type).value);
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

bool is_signed(DataType type) {
  return type == DataType::i64 || type == DataType::i32 || type == DataType::i8;
}

/// Order of integers and, where `type` is a float, of its numbers with −0 < +0.
bool less(DataType type, std::uint64_t a, std::uint64_t b) {
  const int shift = 64 - static_cast<int>(8 * size_of(type).value);
  const auto sa = static_cast<std::int64_t>(a << shift);
  const auto sb = static_cast<std::int64_t>(b << shift);
  if (is_signed(type)) return sa < sb;
  if (!is_float(type)) return a < b;
  const long double x = decoded(type, a);
  const long double y = decoded(type, b);
  return x < y || (x == y && std::signbit(x) && !std::signbit(y));
}

std::uint64_t extreme(DataType type, bool largest, Bits values) {
  PURLIN_ASSERT(!values.empty());
  for (std::uint64_t value : values)
    if (is_float(type) && std::isnan(decoded(type, value))) return value;
  const auto order = [&](std::uint64_t a, std::uint64_t b) { return less(type, a, b); };
  return largest ? *std::ranges::max_element(values, order) : *std::ranges::min_element(values, order);
}

std::uint64_t integer(DataType type, ReduceOp op, Bits values) {
  if (op == ReduceOp::prod)
    return wrapped(type,
                   std::accumulate(values.begin(), values.end(), std::uint64_t{1}, std::multiplies<>()));
  return wrapped(type, std::accumulate(values.begin(), values.end(), std::uint64_t{0}));
}

/// The roundoff of one operation of the tree, in the accumulator or, per hop, in the element type.
long double roundoff(DataType type, Rounding rounding) {
  if (rounding == Rounding::per_hop || type == DataType::f64) return unit_roundoff(type);
  return unit_roundoff(DataType::f32);
}

long double underflow(DataType type, Rounding rounding) {
  return rounding == Rounding::per_hop ? smallest_step(type) : smallest_step(DataType::f64);
}

/// Sums are exact wherever every partial sum is a multiple of 1 that the tree's type holds.
bool is_exact_sum(DataType type, Rounding rounding, const std::vector<long double>& values,
                  long double total) {
  const bool whole = std::ranges::all_of(values, [](long double x) { return x == std::trunc(x); });
  return whole && total * roundoff(type, rounding) < 1;
}

struct Estimate {
  long double value;
  long double error;
};

/// |error of n operations| ≤ γ(n) × Σ|x|, γ(n) = nu / (1 − nu) (Higham, Accuracy and Stability, 2002, §4.2).
Estimate sum(DataType type, Rounding rounding, const std::vector<long double>& values) {
  long double total = 0;
  for (long double x : values) total += std::fabs(x);
  const long double value = std::accumulate(values.begin(), values.end(), 0.0L);
  if (values.size() < 2 || is_exact_sum(type, rounding, values, total)) return {value, 0};
  const long double n = static_cast<long double>(values.size());
  const long double u = roundoff(type, rounding);
  return {value, n * u / (1 - std::min(n * u, 0.5L)) * total + n * underflow(type, rounding)};
}

Estimate product(DataType type, Rounding rounding, const std::vector<long double>& values) {
  const long double value = std::accumulate(values.begin(), values.end(), 1.0L, std::multiplies<>());
  const bool ones = std::ranges::all_of(values, [](long double x) { return std::fabs(x) == 1; });
  if (values.size() < 2 || ones) return {value, 0};
  const long double n = static_cast<long double>(values.size());
  const long double u = roundoff(type, rounding);
  return {value, std::fabs(value) * n * u / (1 - std::min(n * u, 0.5L)) + n * underflow(type, rounding)};
}

Estimate average(DataType type, Rounding rounding, const std::vector<long double>& values) {
  const auto n = static_cast<long double>(values.size());
  const Estimate total = sum(type, rounding, values);
  const long double value = total.value / n;
  const bool power_of_two = (values.size() & (values.size() - 1)) == 0;
  if (total.error == 0 && power_of_two && rounding == Rounding::once) return {value, 0};
  return {value,
          total.error / n + 2 * roundoff(type, rounding) * std::fabs(value) + underflow(type, rounding)};
}

Estimate estimate(DataType type, ReduceOp op, Rounding rounding, const std::vector<long double>& values) {
  if (op == ReduceOp::prod) return product(type, rounding, values);
  return op == ReduceOp::avg ? average(type, rounding, values) : sum(type, rounding, values);
}

bool is_negative(DataType type, std::uint64_t bits) { return bits >> (8 * size_of(type).value - 1) & 1; }

}  // namespace

Allowed reduced(DataType type, ReduceOp op, Bits contributions, Rounding rounding) {
  if (op == ReduceOp::copy) return {contributions.front(), contributions.front(), true};
  if (op == ReduceOp::min || op == ReduceOp::max) {
    const std::uint64_t value = extreme(type, op == ReduceOp::max, contributions);
    return {value, value, !is_float(type) || !std::isnan(decoded(type, value))};
  }
  if (!is_float(type)) {
    const std::uint64_t value = integer(type, op, contributions);
    return {value, value, true};
  }
  std::vector<long double> values;
  for (std::uint64_t bits : contributions) values.push_back(decoded(type, bits));
  const Estimate known = estimate(type, op, rounding, values);
  return {encoded(type, known.value - known.error), encoded(type, known.value + known.error)};
}

bool is_allowed(DataType type, const Allowed& allowed, std::uint64_t bits) {
  if (bits == allowed.low || allowed.bit_exact) return bits == allowed.low;
  const long double low = decoded(type, allowed.low);
  const long double high = decoded(type, allowed.high);
  const long double value = decoded(type, bits);
  if (std::isnan(value)) return std::isnan(low) || std::isnan(high);
  // A type without infinities overflows to NaN with the sign of where it went: that end is open.
  const bool below = std::isnan(low) ? is_negative(type, allowed.low) : low <= value;
  const bool above = std::isnan(high) ? !is_negative(type, allowed.high) : value <= high;
  return below && above;
}

}  // namespace purlin::testing
