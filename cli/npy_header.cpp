#include "cli/npy_header.hpp"

#include <fmt/format.h>

#include <charconv>

// The format: numpy.lib.format, versions 1.0 (16-bit header length), 2.0 and 3.0 (32-bit).
namespace purlin::cli {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMaxDims = 64;

class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool eat(std::string_view token) {
    skip_spaces();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  std::optional<std::string> quoted() {
    skip_spaces();
    if (rest_.empty() || (rest_[0] != '\'' && rest_[0] != '"')) return std::nullopt;
    const std::size_t end = rest_.find(rest_[0], 1);
    if (end == std::string_view::npos) return std::nullopt;
    std::string text(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return text;
  }

  std::optional<std::int64_t> number() {
    skip_spaces();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || value < 0) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  bool at_end() { return skip_spaces(), rest_.empty(); }

 private:
  void skip_spaces() {
    const std::size_t first = rest_.find_first_not_of(" \t\n");
    rest_.remove_prefix(first == std::string_view::npos ? rest_.size() : first);
  }
  std::string_view rest_;
};

bool parse_shape(Scanner& scanner, std::vector<std::int64_t>& shape) {
  if (!scanner.eat("(")) return false;
  while (!scanner.eat(")")) {
    const auto extent = scanner.number();
    if (!extent || shape.size() == kMaxDims) return false;
    shape.push_back(*extent);
    if (!scanner.eat(",")) return scanner.eat(")");
  }
  return true;
}

bool parse_value(Scanner& scanner, const std::string& key, NpyHeader& header) {
  if (key == "shape") return parse_shape(scanner, header.shape);
  if (key == "fortran_order") return (header.fortran_order = scanner.eat("True")) || scanner.eat("False");
  if (key != "descr") return false;
  const auto descr = scanner.quoted();
  header.descr = descr.value_or("");
  return descr.has_value();
}

std::int64_t little_endian(std::string_view bytes) {
  std::int64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value * 256 + static_cast<unsigned char>(bytes[i]);
  return value;
}

}  // namespace

std::optional<std::int64_t> npy_header_bytes(std::string_view first) {
  if (first.size() < 12 || !first.starts_with(kMagic)) return std::nullopt;
  const char major = first[6];
  if (major == 1) return 10 + little_endian(first.substr(8, 2));
  if (major == 2 || major == 3) return 12 + little_endian(first.substr(8, 4));
  return std::nullopt;
}

std::optional<NpyHeader> parse_npy_header(std::string_view literal) {
  Scanner scanner(literal);
  NpyHeader header;
  int keys = 0;
  if (!scanner.eat("{")) return std::nullopt;
  while (!scanner.eat("}")) {
    const auto key = scanner.quoted();
    if (!key || !scanner.eat(":") || !parse_value(scanner, *key, header)) return std::nullopt;
    ++keys;
    if (scanner.eat(",")) continue;
    if (!scanner.eat("}")) return std::nullopt;
    break;
  }
  if (keys != 3 || header.descr.empty() || !scanner.at_end()) return std::nullopt;
  return header;
}

std::string print_shape(std::span<const std::int64_t> shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

std::string print_npy_header(const NpyHeader& header) {
  std::string literal = fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", header.descr,
                                    header.fortran_order ? "True" : "False", print_shape(header.shape));
  const bool is_long = literal.size() + 1 + 10 + kAlignment > 0xFFFF;
  const std::size_t prefix = is_long ? 12 : 10;
  const std::size_t used = (prefix + literal.size() + 1) % kAlignment;
  literal += std::string(used == 0 ? 0 : kAlignment - used, ' ') + "\n";
  std::string text = std::string(kMagic) + (is_long ? '\x02' : '\x01') + '\0';
  for (std::size_t i = 0; i < prefix - 8; ++i) text += static_cast<char>(literal.size() >> (8 * i) & 0xFF);
  return text + literal;
}

}  // namespace purlin::cli
