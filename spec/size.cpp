#include "spec/size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace purlin {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kUnits = "KMG";
constexpr std::int64_t kMaxFractionDigits = 9;

// 0 where the suffix is unknown.
std::int64_t factor_of(std::string_view suffix) {
  if (suffix.empty()) return 1;
  const auto unit = kUnits.find(suffix[0]);
  if (unit == std::string_view::npos || (suffix.size() > 1 && suffix.substr(1) != "i")) return 0;
  return std::int64_t{1} << (10 * (unit + 1));
}

std::optional<std::int64_t> product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

// `digits` after the point, as so many of `factor`; nullopt where that is no whole number.
std::optional<std::int64_t> fraction_of(std::int64_t factor, std::string_view digits) {
  if (digits.empty() || digits.size() > kMaxFractionDigits) return std::nullopt;
  std::int64_t parts = 1;
  for (std::size_t i = 0; i < digits.size(); ++i) parts *= 10;
  const auto numerator = product(factor, *parse_integer(digits));
  if (!numerator || *numerator % parts != 0) return std::nullopt;
  return *numerator / parts;
}

std::size_t count_digits(std::string_view text) {
  return std::min(text.find_first_not_of(kDigits), text.size());
}

}  // namespace

std::optional<std::int64_t> parse_integer(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(text.starts_with("+-") ? 0 : 1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_size(std::string_view text) {
  const std::string_view whole = text.substr(0, count_digits(text));
  std::string_view rest = text.substr(whole.size());
  std::string_view fraction;
  if (rest.starts_with('.')) {
    fraction = rest.substr(1, count_digits(rest.substr(1)));
    rest.remove_prefix(1 + fraction.size());
    if (fraction.empty()) return std::nullopt;
  }
  const std::int64_t factor = factor_of(rest);
  const auto units = parse_integer(whole);
  if (!units || factor == 0) return std::nullopt;
  const auto base = product(*units, factor);
  const auto extra = fraction.empty() ? std::optional<std::int64_t>{0} : fraction_of(factor, fraction);
  std::int64_t sum = 0;
  if (!base || !extra || __builtin_add_overflow(*base, *extra, &sum)) return std::nullopt;
  return sum;
}

std::optional<SizeRange> parse_size_range(std::string_view text) {
  std::vector<std::int64_t> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(':', at), text.size());
    const auto part =
        parts.size() == 2 ? parse_integer(text.substr(at, end - at)) : parse_size(text.substr(at, end - at));
    if (!part) return std::nullopt;
    parts.push_back(*part);
    at = end + 1;
  }
  if (parts.size() == 1) return SizeRange{parts[0], parts[0], 2};
  const SizeRange range{parts[0], parts.size() < 2 ? 0 : parts[1], parts.size() == 3 ? parts[2] : 2};
  if (parts.size() > 3 || range.min > range.max || range.factor < 2) return std::nullopt;
  return range;
}

std::string print_bytes(std::int64_t bytes) {
  constexpr std::string_view kNames[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  auto value = static_cast<double>(bytes);
  for (; value >= 1024 && unit + 1 < std::size(kNames); ++unit) value /= 1024;
  return fmt::format("{:.4g} {}", value, kNames[unit]);
}

}  // namespace purlin
