#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace purlin::cli {

/// Columns that `text` takes on a terminal: UTF-8 code points, not bytes.
std::size_t width_of(std::string_view text);

/// Padded with spaces to `width` columns.
std::string left(std::string_view text, std::size_t width);
std::string right(std::string_view text, std::size_t width);

/// Words of `text` in lines of at most `width` columns; explicit newlines stay.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

std::string join(const std::vector<std::string>& parts, std::string_view between);

std::vector<std::string> split(std::string_view text, char at);

/// 1536 -> "1.5 KiB"; exact where no more than two decimals are needed, else rounded to two.
std::string human_bytes(std::int64_t bytes);

/// 1 -> "1 launch", 2 -> "2 launches".
std::string counted(std::int64_t n, std::string_view one, std::string_view many);

/// "halves of a window" -> "half of a window": of the first word that ends in s.
std::string singular(std::string_view plural);

}  // namespace purlin::cli
