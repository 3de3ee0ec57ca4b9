#include "spec/toml/key_depth.hpp"

#include <algorithm>
#include <string>

namespace purlin {
namespace {

// One past the string that starts at `at`. A string of one line ends with its line, closed or not.
std::size_t skip_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string triple(3, quote);
  const bool many_lines = text.substr(at, 3) == triple;
  for (at += many_lines ? 3 : 1; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"')
      ++at;
    else if (many_lines && text.substr(at, 3) == triple)
      return at + 3;
    else if (!many_lines && (text[at] == quote || text[at] == '\n'))
      return at + 1;
  }
  return text.size();
}

}  // namespace

std::optional<std::size_t> too_deep_key(std::string_view text, int limit) {
  int parts = 1;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (c == '"' || c == '\'') {
      at = skip_string(text, at);
    } else {
      if (c == '.' && ++parts > limit) return at;
      if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) parts = 1;
      ++at;
    }
  }
  return std::nullopt;
}

}  // namespace purlin
