#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace purlin {

/// `64`, `8K`, `8Ki`, `1.5M`…: powers of 1024. nullopt where it is no size, no whole number or does not fit.
std::optional<std::int64_t> parse_size(std::string_view text);

/// `--size`: one size, or MIN:MAX[:FACTOR].
struct SizeRange {
  std::int64_t min = 0;
  std::int64_t max = 0;
  std::int64_t factor = 2;
};
std::optional<SizeRange> parse_size_range(std::string_view text);

/// Digits with an optional sign, nothing else. nullopt where it does not fit.
std::optional<std::int64_t> parse_integer(std::string_view text);

/// `1.5 MiB`, exact where it can be: for messages.
std::string print_bytes(std::int64_t bytes);

}  // namespace purlin
