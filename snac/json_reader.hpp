#pragma once
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "spec/diagnostic.hpp"

namespace purlin {

/// Walks a JSON document strictly: unknown keys, missing keys, wrong types and numbers out of range each
/// become a diagnostic that names the path (`schedule.programs[3][0][7].slot`).
class JsonReader {
 public:
  JsonReader(const nlohmann::json& value, std::string path, const std::string& file, Diagnostics& diagnostics)
      : value_(value), path_(std::move(path)), file_(file), diagnostics_(diagnostics) {}

  const nlohmann::json& value() const { return value_; }
  /// False, with a diagnostic, where it is no object or has other keys than these.
  bool has_only(std::initializer_list<std::string_view> keys) const;
  bool has(std::string_view key) const;
  /// The member; a diagnostic and null where it is missing.
  JsonReader member(std::string_view key) const;
  JsonReader element(std::size_t i) const;
  std::size_t size() const;  // of an array; a diagnostic and 0 where it is none

  std::int64_t integer(std::int64_t least = 0,
                       std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
  std::string text() const;
  /// The one of `all` whose `name_of` it is; a diagnostic and the first where it is none.
  template <class All>
  auto named(const All& all) const {
    const std::string name = text();
    for (auto one : all)
      if (name_of(one) == name) return one;
    complain("`" + name + "` is not known here");
    return all[0];
  }
  bool complain(const std::string& message) const;

 private:
  const nlohmann::json& value_;
  std::string path_;
  const std::string& file_;
  Diagnostics& diagnostics_;
};

}  // namespace purlin
