#pragma once
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "snac/host/element.hpp"
#include "snac/host/expected_row.hpp"

namespace purlin::host {

/// What is to be known of a float type, as numbers.
template <class T>
struct FloatFacts {
  static double roundoff() { return std::ldexp(1.0, -digits_of<T>()); }
  static long double largest() {
    if constexpr (!kIsSmallFloat<T>)
      return std::numeric_limits<T>::max();
    else
      return T{static_cast<typename T::Bits>((T::kInfinity ? T::kAllOnes : T::kMagnitude) - 1)}.widen();
  }
  static long double smallest() {
    if constexpr (!kIsSmallFloat<T>)
      return std::numeric_limits<T>::denorm_min();
    else
      return T{1}.widen();
  }
};

/// Sums, products and averages, with the bound that `Tolerance` documents.
template <class T, ReduceOp op>
class FloatRow : public ExpectedRow {
 public:
  explicit FloatRow(const Tolerance& tolerance) : roundings_(tolerance.roundings) {}

  void begin(std::int64_t elements, std::int64_t count) override {
    elements_ = elements;
    count_ = static_cast<Exact>(count);
    divisor_ = op == ReduceOp::avg ? count_ : 1;
    const double per_hop = roundings_ * std::log1p(FloatFacts<T>::roundoff());
    const double inside = static_cast<double>(count + 1) * std::log1p(FloatFacts<Wide<T>>::roundoff());
    const double own = static_cast<double>(count) * std::numeric_limits<Exact>::epsilon();
    growth_ = std::expm1(per_hop + inside + own);
    values_.fill(kProduct ? 1 : count == 0 ? 0.0 : -0.0);  // −0 + x is x
    sizes_.fill(kProduct ? 1 : 0);
    whole_.fill(1);
  }

  void add(const std::byte* operands, std::int64_t stride) override {
    if (stride == 1)
      add_strided(operands, 1);
    else
      add_strided(operands, stride);
  }

  bool accepts(std::int64_t i, const std::byte* got) const override {
    const Exact value = widen(load<T>(got, 0)), expected = exact(i);
    if (std::isnan(expected)) return std::isnan(value);
    if (is_whole(i)) return value == static_cast<Exact>(widen(rounded(i)));
    if (std::isinf(expected)) return value == expected || (!std::isfinite(value) && overflows(i));
    return std::abs(value - expected) <= bound(i) || (!std::isfinite(value) && overflows(i));
  }

  void store(std::int64_t i, std::byte* result) const override { host::store(result, 0, rounded(i)); }

  std::string text(std::int64_t i) const override {
    if (is_whole(i)) return fmt::format("{:.9g}", widen(rounded(i)));
    return fmt::format("{:.9g} ± {:.2g}", static_cast<double>(exact(i)), static_cast<double>(bound(i)));
  }

 private:
  // A wider exponent too: f64 sums must not overflow here when another order would not.
  using Exact = std::conditional_t<std::is_same_v<T, double>, long double, double>;
  static constexpr bool kProduct = op == ReduceOp::prod;

  void add_strided(const std::byte* operands, std::int64_t stride) {
    for (std::int64_t i = 0; i < elements_; ++i) {
      const Exact operand = widen(load<T>(operands, i * stride));
      const auto e = static_cast<std::size_t>(i);
      values_[e] = kProduct ? values_[e] * operand : values_[e] + operand;
      const Exact size = std::abs(operand);
      sizes_[e] = kProduct ? sizes_[e] * (size > 1 ? size : 1) : sizes_[e] + size;
      whole_[e] &= operand + kToInteger - kToInteger == operand;
    }
  }

  Exact at(const std::array<Exact, kElements>& row, std::int64_t i) const {
    return row[static_cast<std::size_t>(i)];
  }
  Exact exact(std::int64_t i) const { return at(values_, i) / divisor_; }

  T rounded(std::int64_t i) const {
    return narrow<T>(static_cast<Wide<T>>(at(values_, i)) / static_cast<Wide<T>>(divisor_));
  }

  /// Any order of reducing these integers is exact.
  bool is_whole(std::int64_t i) const {
    return whole_[static_cast<std::size_t>(i)] != 0 && at(sizes_, i) <= std::ldexp(Exact{1}, digits_of<T>());
  }

  Exact bound(std::int64_t i) const {
    const auto tiny = static_cast<Exact>(roundings_ * FloatFacts<T>::smallest() +
                                         (kProduct ? count_ : 1) * FloatFacts<Wide<T>>::smallest());
    if (kProduct) return growth_ * std::abs(at(values_, i)) + tiny / 2 * at(sizes_, i);
    return growth_ * at(sizes_, i) / divisor_ + tiny / 2;
  }

  /// Whether some order reaches beyond the largest number of the types that hold sums on the way.
  bool overflows(std::int64_t i) const {
    const auto inside =
        static_cast<Exact>(roundings_ > 1 ? FloatFacts<T>::largest() : FloatFacts<Wide<T>>::largest());
    const Exact last = std::abs(exact(i)) + bound(i);
    return !(at(sizes_, i) * (1 + growth_) < inside) ||
           !(last < static_cast<Exact>(FloatFacts<T>::largest()));
  }

  static constexpr Exact kToInteger =
      Exact{3} / 2 * (std::uint64_t{1} << (std::numeric_limits<Exact>::digits - 1));

  int roundings_;
  std::int64_t elements_ = 0;
  Exact count_ = 0, divisor_ = 1, growth_ = 0;
  std::array<Exact, static_cast<std::size_t>(kElements)> values_{}, sizes_{};
  std::array<std::uint8_t, static_cast<std::size_t>(kElements)> whole_{};
};

}  // namespace purlin::host
