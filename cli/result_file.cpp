#include "cli/result_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/complain.hpp"
#include "spec/read_file.hpp"

namespace purlin::cli {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxDocument = std::size_t{1} << 28;

/// Thrown within this file only: where in the document something is not as it should be.
struct Malformed {
  std::string what;
};

const json& member(const json& object, const char* key) {
  if (!object.is_object()) throw Malformed{fmt::format("'{}' is sought where there is no object", key)};
  const auto found = object.find(key);
  if (found == object.end()) throw Malformed{fmt::format("'{}' is missing", key)};
  return *found;
}

const json& list(const json& object, const char* key) {
  const json& value = member(object, key);
  if (!value.is_array()) throw Malformed{fmt::format("'{}' is no list", key)};
  return value;
}

std::string text(const json& object, const char* key) {
  const json& value = member(object, key);
  if (!value.is_string()) throw Malformed{fmt::format("'{}' is no text", key)};
  return value.get<std::string>();
}

std::int64_t integer(const json& object, const char* key) {
  const json& value = member(object, key);
  if (!value.is_number_integer()) throw Malformed{fmt::format("'{}' is no whole number", key)};
  return value.get<std::int64_t>();
}

double time(const json& times, const char* key) {
  const json& value = member(times, key);
  if (!value.is_number() || value.get<double>() < 0) throw Malformed{fmt::format("'{}' is no time", key)};
  return value.get<double>();
}

void read_times(const json& row, MeasuredRow& measured) {
  const json& times = member(row, "time_us");
  if (times.is_null()) return;
  measured.median_us = time(times, "median");
  if (*measured.median_us > 0)
    measured.spread = (time(times, "p99") - time(times, "min")) / *measured.median_us;
}

MeasuredRow read_row(const json& row, const std::string& spec) {
  MeasuredRow measured;
  measured.spec = spec;
  measured.machine = text(row, "machine");
  measured.size_bytes = integer(row, "size_bytes");
  measured.count = integer(row, "count");
  measured.dtype = text(row, "dtype");
  measured.op = text(row, "op");
  measured.schedule = fmt::format("{}/{}", text(row, "algorithm"), text(row, "regime"));
  measured.set = member(row, "set").dump();
  measured.in_place = row.value("in_place", false);
  if (!member(row, "wrong").is_null()) measured.wrong = integer(row, "wrong");
  read_times(row, measured);
  return measured;
}

std::vector<MeasuredRow> read_document(const json& document) {
  std::vector<MeasuredRow> rows;
  for (const json& one : list(document, "cases"))
    for (const json& row : list(one, "results")) rows.push_back(read_row(row, text(one, "spec")));
  return rows;
}

}  // namespace

std::optional<std::vector<MeasuredRow>> parse_results(const std::string& text, const std::string& name,
                                                      Diagnostics& diagnostics) {
  const std::string help = "write it with `purlin run … --format json --output FILE`";
  try {
    const json document = json::parse(text, nullptr, false);
    if (document.is_discarded()) throw Malformed{"it is not JSON"};
    return read_document(document);
  } catch (const Malformed& malformed) {
    complain_of(diagnostics, name, fmt::format("no document of `run` or `simulate`: {}", malformed.what),
                help);
    return std::nullopt;
  }
}

std::optional<std::vector<MeasuredRow>> read_result_file(const std::string& path, Diagnostics& diagnostics) {
  const Source source(path, "", diagnostics);
  const auto text = read_file(path, kMaxDocument, {}, source);
  return text ? parse_results(*text, path, diagnostics) : std::nullopt;
}

}  // namespace purlin::cli
