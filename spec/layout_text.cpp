#include "spec/layout_text.hpp"

#include <fmt/format.h>

#include "spec/size.hpp"

namespace purlin {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// One fault ends the parse; the functions below return by it through optionals.
class Parser {
 public:
  Parser(std::string_view text, LayoutError& error) : text_(text), error_(error) {}

  std::optional<LayoutText> layout() {
    LayoutText result;
    if (skip('[') && !(bindings(result.bindings) && closed())) return std::nullopt;
    while (starts_name()) result.local.push_back(name());
    if (skip('@') && !pins(result.pins)) return std::nullopt;
    if (!at_end()) return fail(end_help(result));
    return result;
  }

 private:
  bool bindings(std::vector<LayoutText::Binding>& all) {
    do {
      const auto one = binding();
      if (!one) return false;
      all.push_back(*one);
    } while (skip(','));
    return true;
  }

  std::optional<LayoutText::Binding> binding() {
    LayoutText::Binding result;
    auto first = expect_name("a mesh axis or a data axis");
    if (!first) return std::nullopt;
    if (skip('=')) {
      result.mesh_axis = std::move(first);
      first = expect_name("the data axis that it binds");
      if (!first) return std::nullopt;
    }
    result.axis = *first;
    const char sign = peek();
    if (sign != '+' && sign != '-') return result;
    ++at_;
    const auto shift = expect_integer();
    if (!shift) return std::nullopt;
    result.shift = sign == '-' ? -*shift : *shift;
    return result;
  }

  bool closed() {
    if (skip(']')) return true;
    fail("bindings are separated by commas and end with ]");
    return false;
  }

  bool pins(std::vector<LayoutText::Pin>& all) {
    do {
      const auto one = pin();
      if (!one) return false;
      all.push_back(*one);
      if (!one->mesh_axis) return true;  // `@ 3` stands alone
    } while (skip(','));
    return true;
  }

  std::optional<LayoutText::Pin> pin() {
    LayoutText::Pin result;
    skip_spaces();
    result.offset = at_;
    if (starts_name()) {
      result.mesh_axis = name();
      if (!skip('=')) return fail("a pin is a coordinate, as in @ 0, or names a mesh axis, as in @ tp=0");
    }
    const bool negative = skip('-');
    const auto coordinate = expect_integer();
    if (!coordinate) return std::nullopt;
    result.coordinate = negative ? -*coordinate : *coordinate;
    result.length = at_ - result.offset;
    return result;
  }

  std::optional<LayoutWord> expect_name(std::string_view what) {
    if (starts_name()) return name();
    return fail(fmt::format("expected {}: {}", what, kNameHelp));
  }

  std::optional<std::int64_t> expect_integer() {
    skip_spaces();
    const std::size_t start = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    if (at_ == start) return fail("expected an integer");
    const auto value = parse_integer(text_.substr(start, at_ - start));
    if (value) return value;
    error_ = {"S202", start, at_ - start, "this number does not fit 64 bits", "shifts and pins are small"};
    return std::nullopt;
  }

  LayoutWord name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    return {std::string(text_.substr(start, at_ - start)), start};
  }

  std::nullopt_t fail(std::string help) {
    skip_spaces();
    error_ = {"S201", at_, found_length(), fmt::format("unexpected {} in a layout", found()),
              std::move(help)};
    return std::nullopt;
  }

  // The whole code point, so that a caret never splits one.
  std::size_t found_length() const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
    return end - at_;
  }

  std::string found() const {
    if (at_ >= text_.size()) return "end";
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if (byte < 0x20 || byte == 0x7F) return fmt::format("control character {:#04x}", byte);
    return fmt::format("`{}`", text_.substr(at_, found_length()));
  }

  std::string end_help(const LayoutText& seen) const {
    if (!seen.pins.empty()) return "a pin ends the layout";
    if (at_ < text_.size() && text_[at_] == '[') return "the placement comes first and once: [rank] n";
    return "a layout is [bound axes] local axes @ pin, as in [rank] b h";
  }

  char peek() {
    skip_spaces();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool at_end() { return skip_spaces(), at_ == text_.size(); }
  bool starts_name() { return is_letter(peek()); }
  bool skip(char c) { return !at_end() && peek() == c && ++at_ > 0; }
  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  std::string_view text_;
  LayoutError& error_;
  std::size_t at_ = 0;
};

}  // namespace

bool is_name(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return false;
  for (char c : text)
    if (!is_letter(c) && !is_digit(c)) return false;
  return true;
}

std::optional<LayoutText> parse_layout(std::string_view text, LayoutError& error) {
  if (text.size() <= kMaxLayoutBytes) return Parser(text, error).layout();
  error = {"S202", 0, 1,
           fmt::format("a layout of {} characters; at most {} are allowed", text.size(), kMaxLayoutBytes),
           "axes need no long names"};
  return std::nullopt;
}

}  // namespace purlin
