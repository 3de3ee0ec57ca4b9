#include "spec/source.hpp"

#include <algorithm>

namespace purlin {
namespace {

constexpr std::size_t kMaxQuotedBytes = 16384;
constexpr std::size_t kMaxMessageBytes = 400;  // a user's own words can be very long

bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

int count_code_points(std::string_view text) {
  return static_cast<int>(std::ranges::count_if(text, starts_code_point));
}

// The text from the column-th code point on.
std::string_view from_column(std::string_view line, int column) {
  int left = column - 1;
  std::size_t at = 0;
  for (; at < line.size() && (left > 0 || !starts_code_point(line[at])); ++at)
    if (starts_code_point(line[at])) --left;
  return line.substr(std::min(at, line.size()));
}

void shorten(std::string& text) {
  if (text.size() <= kMaxMessageBytes) return;
  std::size_t end = kMaxMessageBytes;
  while (!starts_code_point(text[end])) --end;
  text.resize(end);
  text += " …";
}

}  // namespace

Source::Source(std::string name, std::string_view text, Diagnostics& diagnostics)
    : name_(std::move(name)), diagnostics_(diagnostics) {
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines_.push_back(line);
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
  }
}

std::string Source::line(int number) const {
  if (number < 1 || number > static_cast<int>(lines_.size())) return {};
  const std::string_view line = lines_[static_cast<std::size_t>(number - 1)];
  return line.size() > kMaxQuotedBytes ? std::string() : std::string(line);
}

SourcePlace Source::inside(const SourcePlace& place, std::string_view value, std::size_t offset,
                           std::size_t length) const {
  if (place.file != name_ || place.line < 1) return place;
  std::string_view line = from_column(lines_[static_cast<std::size_t>(place.line - 1)], place.column);
  const bool quoted = line.starts_with('"') || line.starts_with('\'');
  if (quoted) line.remove_prefix(1);
  if (!line.starts_with(value)) return place;
  const int column = place.column + (quoted ? 1 : 0) + count_code_points(value.substr(0, offset));
  return {name_, place.line, column, std::max(1, count_code_points(value.substr(offset, length)))};
}

void Source::report(Diagnostic diagnostic) const {
  if (diagnostics_.all().size() > kMaxDiagnostics) return;
  if (diagnostics_.all().size() == kMaxDiagnostics) {
    diagnostic = {.code = "S006", .place = diagnostic.place};
    diagnostic.message = "too many errors; the others are not shown";
    diagnostic.help = "mend these first";
  }
  shorten(diagnostic.message);
  shorten(diagnostic.help);
  if (diagnostic.place.file == name_) diagnostic.source_line = line(diagnostic.place.line);
  diagnostics_.add(std::move(diagnostic));
}

void Source::error(std::string code, const SourcePlace& place, std::string message, std::string help,
                   std::vector<Diagnostic::Note> notes) const {
  report(
      {std::move(code), Severity::error, std::move(message), place, {}, std::move(notes), std::move(help)});
}

void Source::warning(std::string code, const SourcePlace& place, std::string message,
                     std::string help) const {
  report({std::move(code), Severity::warning, std::move(message), place, {}, {}, std::move(help)});
}

}  // namespace purlin
