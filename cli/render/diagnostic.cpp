#include "cli/render/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "cli/render/text.hpp"

namespace purlin::cli {
namespace {

constexpr std::size_t kWidestLine =
    160;  // of source shown; what surrounds the place, where the line is longer

constexpr std::string_view kBold = "\033[1m";
constexpr std::string_view kRed = "\033[1;31m";
constexpr std::string_view kYellow = "\033[1;33m";
constexpr std::string_view kCyan = "\033[1;36m";
constexpr std::string_view kGreen = "\033[1;32m";
constexpr std::string_view kReset = "\033[0m";

struct Painter {
  bool on;
  std::string operator()(std::string_view color, std::string_view text) const {
    return on ? fmt::format("{}{}{}", color, text, kReset) : std::string(text);
  }
};

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "error";
}

std::string_view color_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return kRed;
    case Severity::warning:
      return kYellow;
    case Severity::note:
      return kCyan;
  }
  return kRed;
}

/// Control bytes and broken UTF-8 of a user's file must not reach the terminal.
std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t length = c < 0x80                ? 1
                               : c >= 0xC2 && c < 0xE0 ? 2
                               : c >= 0xE0 && c < 0xF0 ? 3
                               : c >= 0xF0 && c < 0xF5 ? 4
                                                       : 0;
    bool whole = length > 0 && i + length <= text.size();
    for (std::size_t k = 1; whole && k < length; ++k)
      whole = (static_cast<unsigned char>(text[i + k]) & 0xC0) == 0x80;
    if (!whole) {
      shown += "?";
    } else if (c == '\t') {
      shown += ' ';
    } else if (c < 0x20 || c == 0x7F) {
      shown += '?';
    } else {
      shown += text.substr(i, length);
    }
    if (whole) i += length - 1;
  }
  return shown;
}

std::string place_prefix(const SourcePlace& place) {
  if (place.file.empty()) return "purlin: ";
  if (place.line == 0) return printable(place.file) + ": ";
  return fmt::format("{}:{}:{}: ", printable(place.file), place.line, place.column);
}

/// The first `count` code points of `text`, and what follows them.
std::pair<std::string_view, std::string_view> cut_at(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (; at < text.size(); ++at)
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80 && count-- == 0) break;
  return {text.substr(0, at), text.substr(at)};
}

/// The source line and a caret under the place; a window of the line where it is long.
std::string excerpt(const Diagnostic& diagnostic, const Painter& paint) {
  const auto column = static_cast<std::size_t>(std::max(1, diagnostic.place.column)) - 1;
  const auto [head, tail] = cut_at(diagnostic.source_line, column);
  const std::size_t skipped = column > kWidestLine / 2 ? column - kWidestLine / 2 : 0;
  const std::string before = (skipped > 0 ? "…" : "") + printable(cut_at(head, skipped).second);
  const std::string after = printable(cut_at(tail, kWidestLine - (column - skipped)).first);
  const auto length = static_cast<std::size_t>(std::max(1, diagnostic.place.length));
  const std::size_t marked = std::clamp<std::size_t>(width_of(after), 1, length);
  const std::string number = fmt::format("{:>5}", diagnostic.place.line);
  return fmt::format("{} | {}{}\n{} | {}{}\n", number, before, after, std::string(number.size(), ' '),
                     std::string(width_of(before), ' '), paint(kGreen, "^" + std::string(marked - 1, '~')));
}

nlohmann::json or_null(const std::string& text) {
  return text.empty() ? nlohmann::json() : nlohmann::json(printable(text));
}

nlohmann::json place_to_json(const SourcePlace& place) {
  nlohmann::json json{{"file", nullptr}, {"line", nullptr}, {"column", nullptr}, {"length", nullptr}};
  if (!place.file.empty()) json["file"] = printable(place.file);
  if (place.line > 0) json["line"] = place.line, json["column"] = place.column, json["length"] = place.length;
  return json;
}

}  // namespace

std::string render(const Diagnostic& diagnostic, bool color) {
  const Painter paint{color};
  const std::string code = diagnostic.code.empty() ? "" : fmt::format("[{}]", diagnostic.code);
  std::string text =
      fmt::format("{}{}: {}\n", paint(kBold, place_prefix(diagnostic.place)),
                  paint(color_of(diagnostic.severity), std::string(name_of(diagnostic.severity)) + code),
                  paint(kBold, printable(diagnostic.message)));
  if (diagnostic.place.line > 0 && !diagnostic.source_line.empty()) text += excerpt(diagnostic, paint);
  for (const Diagnostic::Note& note : diagnostic.notes)
    text += fmt::format("{}{}: {}\n", note.place.file.empty() ? "  " : place_prefix(note.place),
                        paint(kCyan, "note"), printable(note.text));
  if (!diagnostic.help.empty())
    for (const std::string& line : split(diagnostic.help, '\n'))
      text += fmt::format("  {}: {}\n", paint(kGreen, "help"), printable(line));
  return text;
}

nlohmann::json to_json(const Diagnostic& diagnostic) {
  nlohmann::json json = place_to_json(diagnostic.place);
  json["severity"] = name_of(diagnostic.severity);
  json["code"] = or_null(diagnostic.code);
  json["message"] = printable(diagnostic.message);
  json["source_line"] = or_null(diagnostic.source_line);
  json["help"] = or_null(diagnostic.help);
  json["notes"] = nlohmann::json::array();
  for (const Diagnostic::Note& note : diagnostic.notes) {
    json["notes"].push_back(place_to_json(note.place));
    json["notes"].back()["text"] = printable(note.text);
  }
  return json;
}

}  // namespace purlin::cli
