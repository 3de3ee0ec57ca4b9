#include "spec/toml/read_toml.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "spec/assert.hpp"
#include "spec/size.hpp"
#include "spec/toml/key_depth.hpp"

namespace purlin {
namespace {

int length_of(const toml::source_region& region) {
  if (region.begin.line != region.end.line || region.end.column <= region.begin.column) return 1;
  return static_cast<int>(region.end.column - region.begin.column);
}

template <class Placeable>
void set_place(Placeable& to, const toml::source_region& region) {
  to.line = static_cast<int>(region.begin.line);
  to.column = static_cast<int>(region.begin.column);
  to.length = length_of(region);
}

TomlValue converted(const toml::node& node);

TomlTable converted(const toml::table& table) {
  TomlTable entries;
  entries.reserve(table.size());
  for (const auto& [key, value] : table) {
    TomlEntry& entry = entries.emplace_back();
    entry.key = key.str();
    set_place(entry, key.source());
    entry.value = converted(value);
  }
  std::ranges::sort(entries, {}, [](const TomlEntry& e) { return std::pair(e.line, e.column); });
  return entries;
}

TomlArray converted(const toml::array& array) {
  TomlArray items;
  items.reserve(array.size());
  for (const toml::node& item : array) items.push_back(converted(item));
  return items;
}

TomlValue converted(const toml::node& node) {
  TomlValue value;
  set_place(value, node.source());
  if (const auto* table = node.as_table())
    value.data = converted(*table);
  else if (const auto* array = node.as_array())
    value.data = converted(*array);
  else if (const auto* text = node.as_string())
    value.data = text->get();
  else if (const auto* integer = node.as_integer())
    value.data = integer->get();
  else if (const auto* real = node.as_floating_point())
    value.data = real->get();
  else if (const auto* boolean = node.as_boolean())
    value.data = boolean->get();
  else
    value.data = TomlDate{};
  return value;
}

SourcePlace place_of(std::string_view text, std::size_t at, const Source& source) {
  const std::string_view before = text.substr(0, at);
  const auto line = 1 + std::ranges::count(before, '\n');
  const auto start = before.rfind('\n') + 1;  // npos + 1 is 0
  return source.place(static_cast<int>(line), static_cast<int>(at - start) + 1);
}

bool within_bounds(std::string_view text, const Source& source) {
  if (text.size() > kMaxTomlBytes) {
    source.error("S002", {source.name()},
                 fmt::format("the text has {}, more than the {} that a TOML file may have",
                             print_bytes(static_cast<std::int64_t>(text.size())), print_bytes(kMaxTomlBytes)),
                 "put large tables of a ragged axis into a CSV file: n = { per = …, file = \"n.csv\" }");
    return false;
  }
  if (const auto deep = too_deep_key(text, kMaxKeyParts)) {
    source.error("S004", place_of(text, *deep, source),
                 fmt::format("a key of more than {} parts", kMaxKeyParts),
                 "no key of a spec has more than three");
    return false;
  }
  return true;
}

// "Error while parsing string: …" says where toml++ was, which the caret shows.
std::string message_of(const toml::parse_error& error) {
  std::string_view text = error.description();
  const auto colon = text.find(": ");
  if (text.starts_with("Error while parsing ") && colon != std::string_view::npos)
    text.remove_prefix(colon + 2);
  return "not TOML: " + std::string(text);
}

}  // namespace

std::string_view type_name(const TomlValue& value) {
  constexpr std::string_view kNames[] = {"a table",  "an array",  "a string", "an integer",
                                         "a number", "a boolean", "a date"};
  static_assert(std::size(kNames) == std::variant_size_v<decltype(TomlValue::data)>);
  return kNames[value.data.index()];
}

std::optional<TomlTable> read_toml(std::string_view text, const Source& source) {
  if (!within_bounds(text, source)) return std::nullopt;
  try {
    return converted(toml::parse(text, std::string_view(source.name())));
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    source.error("S003", source.place(static_cast<int>(at.line), static_cast<int>(at.column)),
                 message_of(error), "strings need quotes, tables are [name], values are key = value");
    return std::nullopt;
  }
}

}  // namespace purlin
