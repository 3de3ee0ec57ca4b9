#include "spec/read_request.hpp"

#include <fmt/format.h>

#include "spec/nearest.hpp"
#include "spec/size.hpp"
#include "spec/table_reader.hpp"

namespace purlin {
namespace {

void read_mesh(const TomlTable& table, const Source& source, Request& request) {
  TableReader reader(table, source, "[mesh]");
  request.mesh_axes = reader.texts("axes");
  request.mesh_shape = reader.integers("shape");
  reader.finish();
}

Request::Ragged read_ragged(const TomlEntry& entry, const TomlTable& table, const Source& source) {
  TableReader reader(table, source, fmt::format("a ragged axis ({})", entry.key));
  Request::Ragged ragged;
  const auto per = reader.texts("per");
  if (per) ragged.per = per->value;
  if (const TomlEntry* sizes = reader.find("sizes")) ragged.sizes = sizes->value;
  ragged.file = reader.text("file");
  reader.finish();
  return ragged;
}

void read_axes(const TomlTable& table, const Source& source, Request& request) {
  for (const TomlEntry& entry : table) {
    Request::AxisSize axis{{entry.key, place_of(entry, source)}, 0, place_of(entry.value, source), {}};
    if (const auto* ragged = entry.value.as<TomlTable>())
      axis.ragged = read_ragged(entry, *ragged, source);
    else if (const auto size = read_size(entry.value, entry.key, source))
      axis.size = size->value;
    request.axes.push_back(std::move(axis));
  }
}

void read_collective(const TomlTable& table, const Source& source, Request& request) {
  TableReader reader(table, source, "[collective]");
  request.kind = reader.text("kind");
  request.input = reader.text("input");
  request.output = reader.text("output");
  request.dtype = reader.text("dtype");
  request.op = reader.text("op");
  request.root = reader.integer("root");
  request.shift = reader.integer("shift");
  request.over = reader.text("over");
  request.scale = reader.text("scale");
  reader.finish();
}

template <class T>
void take(const std::optional<Placed<T>>& from, std::string_view key, std::optional<T>& to,
          SpecOptions& options) {
  if (!from) return;
  to = from->value;
  options.places.emplace(key, from->place);
}

// "auto" or one of snac's words: which, only the planner knows. A size may be a number.
std::optional<Placed<std::string>> size_or_text(TableReader& reader, std::string_view key,
                                                const Source& source) {
  const TomlEntry* entry = reader.find(key);
  if (!entry) return std::nullopt;
  if (const auto* text = entry->value.as<std::string>())
    return Placed<std::string>{*text, place_of(entry->value, source)};
  const auto size = read_size(entry->value, key, source);
  return size ? std::optional(Placed<std::string>{std::to_string(size->value), size->place}) : std::nullopt;
}

void read_options(const TomlTable& table, const Source& source, Request& request, SpecOptions& options) {
  TableReader reader(table, source, "[options]");
  request.size = size_or_text(reader, "size", source);
  request.in_place = reader.boolean("inplace");
  take(reader.text("machine"), "machine", options.machine, options);
  take(request.size, "size", options.size, options);
  take(reader.text("algorithm"), "algorithm", options.algorithm, options);
  take(reader.text("regime"), "regime", options.regime, options);
  take(reader.integer("lanes"), "lanes", options.lanes, options);
  take(size_or_text(reader, "chunk", source), "chunk", options.chunk, options);
  take(reader.boolean("deterministic"), "deterministic", options.deterministic, options);
  take(request.in_place, "inplace", options.in_place, options);
  reader.finish();
}

}  // namespace

Request read_request(const TomlTable& document, const Source& source, SpecOptions& options) {
  Request request;
  TableReader reader(document, source, "");
  if (const TomlTable* table = reader.table("mesh")) read_mesh(*table, source, request);
  if (const TomlTable* table = reader.table("axes")) read_axes(*table, source, request);
  request.collective = source.place(0, 0);
  if (const TomlTable* table = reader.table("collective")) {
    request.collective = place_of(*reader.find("collective"), source);
    read_collective(*table, source, request);
  }
  if (const TomlTable* table = reader.table("options")) read_options(*table, source, request, options);
  reader.finish();
  return request;
}

}  // namespace purlin
