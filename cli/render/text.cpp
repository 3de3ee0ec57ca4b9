#include "cli/render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace purlin::cli {

std::size_t width_of(std::string_view text) {
  std::size_t columns = 0;
  for (char c : text) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return columns;
}

std::string left(std::string_view text, std::size_t width) {
  const std::size_t used = width_of(text);
  return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string right(std::string_view text, std::size_t width) {
  const std::size_t used = width_of(text);
  return std::string(used < width ? width - used : 0, ' ') + std::string(text);
}

namespace {

void wrap_line(std::string_view line, std::size_t width, std::vector<std::string>& lines) {
  std::string current;
  for (const std::string& word : split(line, ' ')) {
    if (!current.empty() && width_of(current) + 1 + width_of(word) > width) {
      lines.push_back(current.substr(0, current.find_last_not_of(' ') + 1));
      current.clear();
    }
    current += (current.empty() ? "" : " ") + word;
  }
  lines.push_back(current);
}

}  // namespace

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& line : split(text, '\n')) wrap_line(line, width, lines);
  return lines;
}

std::string join(const std::vector<std::string>& parts, std::string_view between) {
  return fmt::format("{}", fmt::join(parts, between));
}

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(at, begin);
    parts.emplace_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

std::string human_bytes(std::int64_t bytes) {
  constexpr std::array kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  std::string digits = fmt::format("{:.2f}", value);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits + " " + kUnits[unit];
}

std::string singular(std::string_view plural) {
  std::vector<std::string> words = split(plural, ' ');
  const auto word = std::ranges::find_if(words, [](const std::string& w) { return w.ends_with('s'); });
  if (word == words.end()) return std::string(plural);
  const bool sibilant = word->ends_with("ches") || word->ends_with("sses");
  const bool voiced = word->ends_with("ves");
  word->resize(word->size() - (voiced ? 3 : sibilant ? 2 : 1));
  if (voiced) *word += 'f';
  return join(words, " ");
}

std::string counted(std::int64_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

}  // namespace purlin::cli
