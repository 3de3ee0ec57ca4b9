#include "spec/table_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/nearest.hpp"
#include "spec/size.hpp"

namespace purlin {
namespace {

template <class T>
constexpr std::string_view kWanted = "";
template <>
constexpr std::string_view kWanted<std::string> = "a string";
template <>
constexpr std::string_view kWanted<std::int64_t> = "an integer";
template <>
constexpr std::string_view kWanted<bool> = "true or false";

template <class T>
std::optional<Placed<T>> take(const TomlValue& value, std::string_view name, const Source& source) {
  if (const T* data = value.as<T>()) return Placed<T>{*data, place_of(value, source)};
  report_type(value, name, kWanted<T>, source);
  return std::nullopt;
}

template <class T>
std::optional<Placed<std::vector<Placed<T>>>> take_all(const TomlEntry& entry, const Source& source) {
  const auto* items = entry.value.as<TomlArray>();
  if (!items) {
    report_type(entry.value, entry.key, "an array", source);
    return std::nullopt;
  }
  Placed<std::vector<Placed<T>>> all{{}, place_of(entry.value, source)};
  for (const TomlValue& item : *items) {
    const auto one = take<T>(item, "each element of " + entry.key, source);
    if (!one) return std::nullopt;
    all.value.push_back(*one);
  }
  return all;
}

}  // namespace

SourcePlace place_of(const TomlValue& value, const Source& source) {
  return source.place(value.line, value.column, value.length);
}

SourcePlace place_of(const TomlEntry& entry, const Source& source) {
  return source.place(entry.line, entry.column, entry.length);
}

void report_type(const TomlValue& value, std::string_view name, std::string_view wanted,
                 const Source& source) {
  source.error("S103", place_of(value, source),
               fmt::format("{} takes {}, not {}", name, wanted, type_name(value)),
               wanted == kWanted<std::string> ? "put it in quotes" : "");
}

std::optional<Placed<std::int64_t>> read_size(const TomlValue& value, std::string_view name,
                                              const Source& source) {
  const SourcePlace place = place_of(value, source);
  const std::string* text = value.as<std::string>();
  const std::int64_t* integer = value.as<std::int64_t>();
  if (!text && !integer) {
    report_type(value, name, "a size", source);
    return std::nullopt;
  }
  const auto size = text ? parse_size(*text) : std::optional(*integer);
  if (size && *size >= 0) return Placed<std::int64_t>{*size, place};
  source.error("S107", place, fmt::format("{} is no size", text ? *text : std::to_string(*integer)),
               std::string(kSizeHelp));
  return std::nullopt;
}

template <class Read>
auto TableReader::read(std::string_view key, Read read) -> decltype(read(std::declval<const TomlEntry&>())) {
  const TomlEntry* entry = find(key);
  if (!entry) return {};
  auto result = read(*entry);
  if (!result) readable_ = false;
  return result;
}

const TomlEntry* TableReader::find(std::string_view key) {
  known_.emplace_back(key);
  const auto found = std::ranges::find(table_, key, &TomlEntry::key);
  return found == table_.end() ? nullptr : &*found;
}

const TomlTable* TableReader::table(std::string_view key) {
  return read(key, [&](const TomlEntry& entry) {
    const auto* inner = entry.value.as<TomlTable>();
    if (!inner) report_type(entry.value, key, "a table", source_);
    return inner;
  });
}

std::optional<Placed<std::string>> TableReader::text(std::string_view key) {
  return read(key, [&](const TomlEntry& entry) { return take<std::string>(entry.value, key, source_); });
}

std::optional<Placed<std::int64_t>> TableReader::integer(std::string_view key) {
  return read(key, [&](const TomlEntry& entry) { return take<std::int64_t>(entry.value, key, source_); });
}

std::optional<Placed<bool>> TableReader::boolean(std::string_view key) {
  return read(key, [&](const TomlEntry& entry) { return take<bool>(entry.value, key, source_); });
}

std::optional<Placed<std::int64_t>> TableReader::size(std::string_view key) {
  return read(key, [&](const TomlEntry& entry) { return read_size(entry.value, key, source_); });
}

std::optional<Placed<std::vector<Placed<std::string>>>> TableReader::texts(std::string_view key) {
  return read(key, [&](const TomlEntry& entry) { return take_all<std::string>(entry, source_); });
}

std::optional<Placed<std::vector<Placed<std::int64_t>>>> TableReader::integers(std::string_view key) {
  return read(key, [&](const TomlEntry& entry) { return take_all<std::int64_t>(entry, source_); });
}

void TableReader::finish() const {
  for (const TomlEntry& entry : table_) {
    if (std::ranges::find(known_, entry.key) != known_.end()) continue;
    const std::string help = did_you_mean(entry.key, known_, "known here: " + listed(known_));
    if (!where_.empty())
      source_.error("S102", place_of(entry, source_), fmt::format("unknown key {} in {}", entry.key, where_),
                    help);
    else if (entry.value.as<TomlTable>())
      source_.error("S101", place_of(entry, source_), fmt::format("unknown table [{}]", entry.key), help);
    else
      source_.error("S102", place_of(entry, source_),
                    fmt::format("unknown key {} outside of the tables", entry.key), help);
  }
}

}  // namespace purlin
