#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace purlin {

struct TomlValue;
struct TomlEntry;

/// Dates and times: TOML has them, no file of ours does.
struct TomlDate {};

using TomlArray = std::vector<TomlValue>;
using TomlTable = std::vector<TomlEntry>;  // in source order

/// One value of a document, free of the parser that read it, with the line and column where it begins.
struct TomlValue {
  std::variant<TomlTable, TomlArray, std::string, std::int64_t, double, bool, TomlDate> data;
  int line = 0;
  int column = 0;
  int length = 1;

  template <class T>
  const T* as() const {
    return std::get_if<T>(&data);
  }
};

struct TomlEntry {
  std::string key;
  int line = 0;
  int column = 0;
  int length = 1;
  TomlValue value;
};

/// "a string", "a table", …
std::string_view type_name(const TomlValue& value);

}  // namespace purlin
