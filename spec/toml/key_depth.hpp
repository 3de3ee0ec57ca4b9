#pragma once
#include <optional>
#include <string_view>

namespace purlin {

/// The byte where a key has more than `limit` dotted parts. Dots in strings and comments do not count.
std::optional<std::size_t> too_deep_key(std::string_view text, int limit);

}  // namespace purlin
