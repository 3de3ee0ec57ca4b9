#include "snac/host/expected_row.hpp"

#include <fmt/format.h>

#include <array>

#include "snac/host/element.hpp"
#include "snac/host/expected_float_row.hpp"

namespace purlin::host {
namespace {

template <class V>
using Row = std::array<V, static_cast<std::size_t>(ExpectedRow::kElements)>;

template <class T>
std::string text_of(T value) {
  if constexpr (kIsFloat<T>)
    return fmt::format("{:.9g}", widen(value));
  else
    return fmt::format(
        "{}", static_cast<std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>(value));
}

/// One operand, unchanged.
template <class T>
class CopyRow : public ExpectedRow {
 public:
  void begin(std::int64_t elements, std::int64_t) override { elements_ = elements; }
  void add(const std::byte* operands, std::int64_t stride) override {
    for (std::int64_t i = 0; i < elements_; ++i) at(i) = load<T>(operands, i * stride);
  }
  bool accepts(std::int64_t i, const std::byte* got) const override {
    return std::memcmp(&at(i), got, sizeof(T)) == 0;
  }
  void store(std::int64_t i, std::byte* result) const override { host::store(result, 0, at(i)); }
  std::string text(std::int64_t i) const override { return text_of(at(i)); }

 private:
  T& at(std::int64_t i) { return values_[static_cast<std::size_t>(i)]; }
  const T& at(std::int64_t i) const { return values_[static_cast<std::size_t>(i)]; }
  std::int64_t elements_ = 0;
  Row<T> values_{};
};

/// Sums and products modulo 2^64, of which the type keeps the low bits.
template <class T, ReduceOp op>
class IntegerRow : public ExpectedRow {
 public:
  void begin(std::int64_t elements, std::int64_t) override {
    elements_ = elements;
    values_.fill(op == ReduceOp::prod ? 1 : 0);
  }
  void add(const std::byte* operands, std::int64_t stride) override {
    for (std::int64_t i = 0; i < elements_; ++i) {
      const auto operand = static_cast<std::uint64_t>(load<T>(operands, i * stride));
      std::uint64_t& value = values_[static_cast<std::size_t>(i)];
      value = op == ReduceOp::prod ? value * operand : value + operand;
    }
  }
  bool accepts(std::int64_t i, const std::byte* got) const override { return load<T>(got, 0) == result(i); }
  void store(std::int64_t i, std::byte* result) const override { host::store(result, 0, this->result(i)); }
  std::string text(std::int64_t i) const override { return text_of(result(i)); }

 private:
  T result(std::int64_t i) const { return static_cast<T>(values_[static_cast<std::size_t>(i)]); }
  std::int64_t elements_ = 0;
  Row<std::uint64_t> values_{};
};

/// Least or greatest operands; NaN wins, −0 < +0.
template <class T, ReduceOp op>
class ExtremeRow : public ExpectedRow {
 public:
  void begin(std::int64_t elements, std::int64_t) override { elements_ = elements, empty_ = true; }
  void add(const std::byte* operands, std::int64_t stride) override {
    for (std::int64_t i = 0; i < elements_; ++i) {
      const Wide<T> operand = widen(load<T>(operands, i * stride));
      Wide<T>& value = values_[static_cast<std::size_t>(i)];
      if (empty_ || replaces(operand, value)) value = operand;
    }
    empty_ = false;
  }
  bool accepts(std::int64_t i, const std::byte* got) const override {
    const Wide<T> value = widen(load<T>(got, 0)), expected = values_[static_cast<std::size_t>(i)];
    if constexpr (kIsFloat<T>) {
      if (std::isnan(expected)) return std::isnan(value);
      return value == expected && std::signbit(value) == std::signbit(expected);
    } else {
      return value == expected;
    }
  }
  void store(std::int64_t i, std::byte* result) const override {
    host::store(result, 0, narrow<T>(values_[static_cast<std::size_t>(i)]));
  }
  std::string text(std::int64_t i) const override { return text_of(values_[static_cast<std::size_t>(i)]); }

 private:
  static bool replaces(Wide<T> operand, Wide<T> value) {
    if constexpr (kIsFloat<T>) {
      if (std::isnan(value) || std::isnan(operand)) return !std::isnan(value);
      if (operand == value) return std::signbit(op == ReduceOp::min ? operand : value);
    }
    return op == ReduceOp::min ? operand < value : operand > value;
  }
  std::int64_t elements_ = 0;
  bool empty_ = true;
  Row<Wide<T>> values_{};
};

template <class T>
std::unique_ptr<ExpectedRow> row_of(ReduceOp op, [[maybe_unused]] const Tolerance& tolerance) {
  switch (op) {
    case ReduceOp::copy:
      return std::make_unique<CopyRow<T>>();
    case ReduceOp::min:
      return std::make_unique<ExtremeRow<T, ReduceOp::min>>();
    case ReduceOp::max:
      return std::make_unique<ExtremeRow<T, ReduceOp::max>>();
    case ReduceOp::sum:
    case ReduceOp::prod:
    case ReduceOp::avg:
      break;
  }
  if constexpr (kIsFloat<T>) {
    if (op == ReduceOp::prod) return std::make_unique<FloatRow<T, ReduceOp::prod>>(tolerance);
    if (op == ReduceOp::avg) return std::make_unique<FloatRow<T, ReduceOp::avg>>(tolerance);
    return std::make_unique<FloatRow<T, ReduceOp::sum>>(tolerance);
  } else {
    if (op == ReduceOp::prod) return std::make_unique<IntegerRow<T, ReduceOp::prod>>();
    return std::make_unique<IntegerRow<T, ReduceOp::sum>>();
  }
}

}  // namespace

std::unique_ptr<ExpectedRow> expected_row(DataType type, ReduceOp op, const Tolerance& tolerance) {
  return with_type(type, [&]<class T>() { return row_of<T>(op, tolerance); });
}

std::string element_text(DataType type, const std::byte* element) {
  return with_type(type, [&]<class T>() { return text_of(load<T>(element, 0)); });
}

}  // namespace purlin::host
