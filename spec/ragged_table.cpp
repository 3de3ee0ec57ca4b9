#include "spec/ragged_table.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "spec/assert.hpp"
#include "spec/read_file.hpp"
#include "spec/size.hpp"
#include "spec/table_reader.hpp"

namespace purlin {
namespace {

constexpr std::size_t kMaxCsvBytes = std::size_t{1} << 24;

// Walks the nesting; the first level that does not fit is reported.
bool flatten(const TomlValue& value, const std::vector<std::int64_t>& extents, std::size_t level,
             std::vector<std::int64_t>& sizes, const Source& source) {
  if (level == extents.size()) {
    const auto size = read_size(value, "an entry of sizes", source);
    if (size) sizes.push_back(size->value);
    return size.has_value();
  }
  const auto* items = value.as<TomlArray>();
  if (!items) {
    report_type(value, "sizes", fmt::format("an array of {} here", extents[level]), source);
    return false;
  }
  if (static_cast<std::int64_t>(items->size()) != extents[level]) {
    source.error("S505", place_of(value, source),
                 fmt::format("{} entries where {} are needed", items->size(), extents[level]),
                 "sizes nests in the order of per, one entry for each index");
    return false;
  }
  for (const TomlValue& item : *items)
    if (!flatten(item, extents, level + 1, sizes, source)) return false;
  return true;
}

std::optional<std::vector<std::int64_t>> read_csv(const Placed<std::string>& file,
                                                  const std::vector<std::int64_t>& extents,
                                                  const std::string& directory, const Source& source) {
  if (extents.size() > 2) {
    source.error("S507", file.place, "a CSV file has at most two parents", "write sizes as nested arrays");
    return std::nullopt;
  }
  const std::string path = (std::filesystem::path(directory) / file.value).string();
  const auto text = read_file(path, kMaxCsvBytes, file.place, source);
  if (!text) return std::nullopt;
  return parse_csv(*text, extents, Source(path, *text, source.diagnostics()));
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Cells of one line into `sizes`; false at the first that is no size.
bool parse_line(std::string_view line, int number, std::int64_t columns, std::vector<std::int64_t>& sizes,
                const Source& source) {
  std::int64_t count = 0;
  for (std::size_t at = 0; at <= line.size(); ++count) {
    const std::size_t end = std::min(line.find(',', at), line.size());
    const std::string_view cell = trimmed(line.substr(at, end - at));
    const auto size = parse_size(cell);
    if (!size) {
      source.error("S506",
                   source.place(number, static_cast<int>(at) + 1,
                                static_cast<int>(std::max<std::size_t>(1, end - at))),
                   fmt::format("{} is no size", cell.empty() ? "nothing" : fmt::format("`{:.40}`", cell)),
                   "cells are whole numbers ≥ 0 between commas, without a header");
      return false;
    }
    if (count < columns) sizes.push_back(*size);
    at = end + 1;
  }
  if (count == columns) return true;
  source.error("S505", source.place(number, 1, static_cast<int>(std::max<std::size_t>(1, line.size()))),
               fmt::format("{} cells where {} are needed", count, columns),
               "a line per index of the first parent, a column per index of the second");
  return false;
}

}  // namespace

std::optional<std::vector<std::int64_t>> parse_csv(std::string_view text,
                                                   const std::vector<std::int64_t>& extents,
                                                   const Source& source) {
  const std::int64_t columns = extents.size() == 2 ? extents[1] : 1;
  std::vector<std::int64_t> sizes;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!parse_line(text.substr(0, end), ++number, columns, sizes, source)) return std::nullopt;
    text.remove_prefix(std::min(end + 1, text.size()));
    if (number > extents[0]) break;
  }
  if (number == extents[0]) return sizes;
  source.error("S505", source.place(number, 1),
               fmt::format("{} {} lines where {} are needed", number > extents[0] ? "more than" : "only",
                           std::min<std::int64_t>(number, extents[0]), extents[0]),
               "a line per index of the first parent, without a header");
  return std::nullopt;
}

std::optional<std::vector<std::int64_t>> read_table(const Request::AxisSize& axis,
                                                    const std::vector<std::int64_t>& extents,
                                                    const std::string& directory, const Source& source) {
  const Request::Ragged& ragged = *axis.ragged;
  if (ragged.sizes.has_value() == ragged.file.has_value()) {
    source.error("S504", axis.size_place,
                 fmt::format("{} has {}", axis.name.value,
                             ragged.sizes ? "both sizes and a file" : "neither sizes nor a file"),
                 "a ragged axis has sizes = [ … ] or file = \"….csv\"");
    return std::nullopt;
  }
  if (ragged.file) return read_csv(*ragged.file, extents, directory, source);
  std::vector<std::int64_t> sizes;
  if (!flatten(*ragged.sizes, extents, 0, sizes, source)) return std::nullopt;
  return sizes;
}

}  // namespace purlin
