#include "spec/read_constant.hpp"

#include <fmt/format.h>

#include <cmath>

#include "spec/nearest.hpp"
#include "spec/table_reader.hpp"

namespace purlin {
namespace {

constexpr std::string_view kForm =
    R"(write { value = 1, source = "where it is from", confidence = "sourced" })";

std::vector<std::string> confidence_names() {
  std::vector<std::string> names;
  for (Confidence confidence : kConfidences) names.emplace_back(name_of(confidence));
  return names;
}

std::optional<double> read_number(const TomlEntry* entry, const std::string& key,
                                  const ConstantBounds& bounds, const Source& source) {
  const auto* integer = entry->value.as<std::int64_t>();
  const auto* real = entry->value.as<double>();
  if (!integer && !real) {
    report_type(entry->value, key, "a number", source);
    return std::nullopt;
  }
  const double number = integer ? static_cast<double>(*integer) : *real;
  const auto why = impossible(number, bounds);
  if (why)
    source.error("M105", place_of(entry->value, source), fmt::format("{} cannot be {}", key, number),
                 *why + "; the unit is in the key's name");
  return why ? std::nullopt : std::optional(number);
}

}  // namespace

std::optional<std::string> impossible(double number, const ConstantBounds& bounds) {
  const bool within = number >= bounds.least && number <= bounds.most;
  if (within && (!bounds.whole || number == std::floor(number))) return std::nullopt;
  return fmt::format("it is a {}number from {} to {}", bounds.whole ? "whole " : "", bounds.least,
                     bounds.most);
}

std::optional<std::string> read_origin(const std::optional<Placed<std::string>>& text,
                                       const SourcePlace& place, const std::string& of,
                                       const Source& source) {
  if (text && text->value.find_first_not_of(" \t\n") != std::string::npos) return text->value;
  source.error("M102", text ? text->place : place, fmt::format("{} says no source", of),
               "name the document, the measurement, or what it is derived from; a gap is said as \"gap: …\"");
  return std::nullopt;
}

std::optional<Confidence> read_confidence(const std::optional<Placed<std::string>>& text,
                                          const SourcePlace& place, const std::string& of,
                                          const Source& source) {
  const std::vector<std::string> names = confidence_names();
  for (Confidence confidence : kConfidences)
    if (text && text->value == name_of(confidence)) return confidence;
  const std::string known = "it is one of " + listed(names);
  if (text)
    source.error("M103", text->place, fmt::format("{} has no confidence {}", of, text->value),
                 did_you_mean(text->value, names, known));
  else
    source.error("M103", place, fmt::format("{} says no confidence", of), known);
  return std::nullopt;
}

std::optional<Constant> read_constant(const TomlEntry& entry, const std::string& key,
                                      const ConstantBounds& bounds, const Source& source) {
  const auto* table = entry.value.as<TomlTable>();
  if (!table) {
    source.error("M101", place_of(entry.value, source),
                 fmt::format("{} is {} without source and confidence", key, type_name(entry.value)),
                 std::string(kForm));
    return std::nullopt;
  }
  TableReader reader(*table, source, key);
  const TomlEntry* value = reader.find("value");
  if (!value) source.error("M104", place_of(entry, source), key + " says no value", std::string(kForm));
  const auto number = value ? read_number(value, key, bounds, source) : std::nullopt;
  const SourcePlace place = place_of(entry, source);
  const auto origin = read_origin(reader.text("source"), place, key, source);
  const auto confidence = read_confidence(reader.text("confidence"), place, key, source);
  reader.finish();
  if (!number || !origin || !confidence) return std::nullopt;
  return Constant{true, *number, *origin, *confidence};
}

}  // namespace purlin
