#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/source.hpp"
#include "spec/toml/toml_value.hpp"

namespace purlin {

/// Takes the known keys out of a TOML table. Wrong types are errors at their value; `finish` reports the keys
/// that nobody asked for, with the nearest known one.
class TableReader {
 public:
  /// `where` stands in messages: "[mesh]".
  TableReader(const TomlTable& table, const Source& source, std::string where)
      : table_(table), source_(source), where_(std::move(where)) {}

  const TomlEntry* find(std::string_view key);
  const TomlTable* table(std::string_view key);
  std::optional<Placed<std::string>> text(std::string_view key);
  std::optional<Placed<std::int64_t>> integer(std::string_view key);
  std::optional<Placed<bool>> boolean(std::string_view key);
  /// An integer, or a string such as "8Mi"; not negative.
  std::optional<Placed<std::int64_t>> size(std::string_view key);
  /// An array whose elements all are strings, or all are integers.
  std::optional<Placed<std::vector<Placed<std::string>>>> texts(std::string_view key);
  std::optional<Placed<std::vector<Placed<std::int64_t>>>> integers(std::string_view key);
  void finish() const;

  /// Whether every value asked for had its type.
  bool readable() const { return readable_; }

 private:
  template <class Read>
  auto read(std::string_view key, Read read) -> decltype(read(std::declval<const TomlEntry&>()));

  const TomlTable& table_;
  const Source& source_;
  std::string where_;
  std::vector<std::string> known_;
  bool readable_ = true;
};

SourcePlace place_of(const TomlValue& value, const Source& source);
SourcePlace place_of(const TomlEntry& entry, const Source& source);

/// "`name` takes `wanted`, not a table".
void report_type(const TomlValue& value, std::string_view name, std::string_view wanted,
                 const Source& source);

inline constexpr std::string_view kSizeHelp =
    "a size is a whole number from 0 to 2^63 - 1, or a string such as \"8Mi\" (K M G, Ki Mi Gi: powers of "
    "1024)";

/// What `TableReader::size` takes, of a value that stands elsewhere.
std::optional<Placed<std::int64_t>> read_size(const TomlValue& value, std::string_view name,
                                              const Source& source);

}  // namespace purlin
