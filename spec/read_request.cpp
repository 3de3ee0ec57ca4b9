#include "spec/read_request.hpp"

#include <fmt/format.h>

#include "spec/table_reader.hpp"

namespace purlin {
namespace {

// Tables are read in turn; each step takes its own and fills its part of the request.
class RequestReader {
 public:
  RequestReader(const Source& source, SpecOptions& options) : source_(source), options_(options) {}

  Request read(const TomlTable& document) {
    TableReader reader(document, source_, "");
    if (const TomlTable* table = reader.table("mesh")) read_mesh(*table);
    if (const TomlTable* table = reader.table("axes")) read_axes(*table);
    const TomlTable* collective = reader.table("collective");
    if (const TomlEntry* entry = reader.find("collective")) request_.collective = place_of(*entry, source_);
    if (collective) read_collective(*collective);
    if (const TomlTable* table = reader.table("options")) read_options(*table);
    reader.finish();
    if (!reader.readable()) request_.mesh_readable = request_.collective_readable = false;
    return std::move(request_);
  }

 private:
  void read_mesh(const TomlTable& table) {
    TableReader reader(table, source_, "[mesh]");
    request_.mesh_axes = reader.texts("axes");
    request_.mesh_shape = reader.integers("shape");
    request_.mesh_readable = reader.readable();
    reader.finish();
  }

  void read_axes(const TomlTable& table) {
    for (const TomlEntry& entry : table) {
      Request::AxisSize axis{{entry.key, place_of(entry, source_)}, {}, place_of(entry.value, source_), {}};
      if (const auto* ragged = entry.value.as<TomlTable>())
        axis.ragged = read_ragged(entry.key, *ragged);
      else if (const auto size = read_size(entry.value, entry.key, source_))
        axis.size = size->value;
      request_.axes.push_back(std::move(axis));
    }
  }

  Request::Ragged read_ragged(const std::string& name, const TomlTable& table) {
    TableReader reader(table, source_, "the ragged axis " + name);
    Request::Ragged ragged;
    if (const auto per = reader.texts("per")) ragged.per = per->value;
    if (const TomlEntry* sizes = reader.find("sizes")) ragged.sizes = sizes->value;
    ragged.file = reader.text("file");
    ragged.readable = reader.readable();
    reader.finish();
    return ragged;
  }

  void read_collective(const TomlTable& table) {
    TableReader reader(table, source_, "[collective]");
    request_.kind = reader.text("kind");
    request_.input = reader.text("input");
    request_.output = reader.text("output");
    request_.dtype = reader.text("dtype");
    request_.op = reader.text("op");
    request_.root = reader.integer("root");
    request_.shift = reader.integer("shift");
    request_.over = reader.text("over");
    request_.scale = reader.text("scale");
    request_.collective_readable = reader.readable();
    reader.finish();
  }

  void read_options(const TomlTable& table) {
    TableReader reader(table, source_, "[options]");
    request_.size = size_or_word(reader, "size");
    request_.in_place = reader.boolean("inplace");
    keep(reader.text("machine"), "machine", options_.machine);
    keep(request_.size, "size", options_.size);
    keep(reader.text("algorithm"), "algorithm", options_.algorithm);
    keep(reader.text("regime"), "regime", options_.regime);
    keep(size_or_word(reader, "lanes"), "lanes", options_.lanes);
    keep(size_or_word(reader, "chunk"), "chunk", options_.chunk);
    keep(reader.boolean("deterministic"), "deterministic", options_.deterministic);
    keep(request_.in_place, "inplace", options_.in_place);
    reader.finish();
  }

  // What a word means ("auto", a sweep) is for those who use it; so is how large a number may be.
  std::optional<Placed<std::string>> size_or_word(TableReader& reader, std::string_view key) {
    const TomlEntry* entry = reader.find(key);
    if (!entry) return std::nullopt;
    const SourcePlace place = place_of(entry->value, source_);
    if (const auto* word = entry->value.as<std::string>()) return Placed<std::string>{*word, place};
    const auto size = read_size(entry->value, key, source_);
    return size ? std::optional(Placed<std::string>{std::to_string(size->value), place}) : std::nullopt;
  }

  template <class T>
  void keep(const std::optional<Placed<T>>& from, std::string_view key, std::optional<T>& to) {
    if (!from) return;
    to = from->value;
    options_.places.emplace(key, from->place);
  }

  const Source& source_;
  SpecOptions& options_;
  Request request_;
};

}  // namespace

Request read_request(const TomlTable& document, const Source& source, SpecOptions& options) {
  return RequestReader(source, options).read(document);
}

}  // namespace purlin
