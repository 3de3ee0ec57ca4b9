#include "snac/json_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace purlin {
namespace {
const nlohmann::json kNull;
}

bool JsonReader::complain(const std::string& message) const {
  Diagnostic diagnostic;
  diagnostic.code = "P202";
  diagnostic.message = fmt::format("{}: {}", path_.empty() ? "the document" : path_, message);
  diagnostic.place.file = file_;
  diagnostic.help = "`purlin plan SPEC --format json` writes documents of this form (docs/schedule.md)";
  diagnostics_.add(std::move(diagnostic));
  return false;
}

bool JsonReader::has_only(std::initializer_list<std::string_view> keys) const {
  if (!value_.is_object()) return complain("should be an object");
  bool good = true;
  for (const auto& [key, _] : value_.items())
    if (std::ranges::find(keys, key) == keys.end()) good = complain(fmt::format("there is no key `{}`", key));
  return good;
}

bool JsonReader::has(std::string_view key) const { return value_.is_object() && value_.contains(key); }

JsonReader JsonReader::member(std::string_view key) const {
  const std::string path = path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
  if (has(key)) return {value_.at(std::string(key)), path, file_, diagnostics_};
  complain(fmt::format("key `{}` is missing", key));
  return {kNull, path, file_, diagnostics_};
}

JsonReader JsonReader::element(std::size_t i) const {
  return {value_.at(i), fmt::format("{}[{}]", path_, i), file_, diagnostics_};
}

std::size_t JsonReader::size() const {
  if (value_.is_array()) return value_.size();
  if (!value_.is_null()) complain("should be an array");
  return 0;
}

std::int64_t JsonReader::integer(std::int64_t least, std::int64_t most) const {
  if (value_.is_null()) return least;
  const bool fits =
      value_.is_number_integer() &&
      (!value_.is_number_unsigned() ||
       value_.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
  if (!fits || value_.get<std::int64_t>() < least || value_.get<std::int64_t>() > most) {
    complain(fmt::format("should be an integer from {} to {}", least, most));
    return least;
  }
  return value_.get<std::int64_t>();
}

std::string JsonReader::text() const {
  if (value_.is_string()) return value_.get<std::string>();
  if (!value_.is_null()) complain("should be a string");
  return {};
}

}  // namespace purlin
