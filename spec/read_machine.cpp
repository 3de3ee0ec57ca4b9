#include "spec/read_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "spec/machine_draft.hpp"
#include "spec/nearest.hpp"
#include "spec/read_file.hpp"
#include "spec/table_reader.hpp"
#include "spec/toml/read_toml.hpp"

namespace purlin {
namespace {

namespace fs = std::filesystem;

/// A model's text, found by name.
struct Found {
  std::string text;
  std::string name;       // for messages
  std::string directory;  // where files it extends are sought
};

bool is_file_name(const std::string& name) {
  return name.ends_with(".toml") || name.find('/') != std::string::npos;
}

/// One name for a file however it is spelt.
std::string identity(const std::string& name) {
  std::error_code unknown;
  const fs::path path = is_file_name(name) ? fs::weakly_canonical(name, unknown) : fs::path(name);
  return unknown ? name : path.string();
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const BuiltinMachine& machine : builtin_machines()) names.emplace_back(machine.name);
  return names;
}

std::optional<Found> find_builtin(const std::string& name) {
  const auto& all = builtin_machines();
  const auto found = std::ranges::find(all, name, &BuiltinMachine::name);
  return found == all.end() ? std::nullopt : std::optional(Found{std::string(found->text), name, ""});
}

/// Reports at `place` why the file cannot be read.
std::optional<Found> find_file(const fs::path& path, const SourcePlace& place, const Source& source) {
  auto text = read_file(path.string(), kMaxTomlBytes, place, source);
  if (!text) return std::nullopt;
  return Found{std::move(*text), path.string(), path.parent_path().string()};
}

std::string stem_of(const std::string& name) {
  return is_file_name(name) ? fs::path(name).stem().string() : name;
}

/// Reads bases before what extends them.
class ChainReader {
 public:
  explicit ChainReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  std::optional<Machine> read(const Found& found) {
    draft_.machine.name = stem_of(found.name);
    const Source source(found.name, found.text, diagnostics_);
    read_chain(found, source);
    return finished(std::move(draft_), source);
  }

 private:
  void read_chain(const Found& found, const Source& source) {
    const auto table = read_toml(found.text, source);
    if (!table) return;
    seen_.push_back(identity(found.name));
    TableReader reader(*table, source, "");
    if (const auto base = reader.text("extends")) read_base(*base, found, source);
    read_over(draft_, *table, source);
  }

  void read_base(const Placed<std::string>& base, const Found& extending, const Source& source) {
    auto found = find_builtin(base.value);
    if (!found && !is_file_name(base.value))
      return source.error(
          "M109", base.place, fmt::format("no machine {} to extend", base.value),
          did_you_mean(base.value, builtin_names(), "built in are " + listed(builtin_names())));
    if (!found) found = find_file(fs::path(extending.directory) / base.value, base.place, source);
    if (!found) return;
    if (std::ranges::find(seen_, identity(found->name)) != seen_.end())
      return source.error("M110", base.place, fmt::format("{} extends itself", found->name),
                          "extend another machine");
    read_chain(*found, Source(found->name, found->text, diagnostics_));
  }

  Diagnostics& diagnostics_;
  MachineDraft draft_;
  std::vector<std::string> seen_;
};

std::optional<Machine> read_found(const Found& found, Diagnostics& diagnostics) {
  Diagnostics own;  // earlier errors of others are not ours
  auto machine = ChainReader(own).read(found);
  for (const Diagnostic& diagnostic : own.all()) diagnostics.add(diagnostic);
  return machine;
}

}  // namespace

std::optional<Machine> read_machine(const std::string& name_or_file, Diagnostics& diagnostics) {
  if (const auto builtin = find_builtin(name_or_file)) return read_found(*builtin, diagnostics);
  const Source source(name_or_file, "", diagnostics);
  if (is_file_name(name_or_file)) {
    const auto file = find_file(name_or_file, {name_or_file}, source);
    return file ? read_found(*file, diagnostics) : std::nullopt;
  }
  source.error("M100", {}, "no machine " + name_or_file,
               did_you_mean(name_or_file, builtin_names(),
                            "`purlin machine` lists those built in; a file's name ends in .toml"));
  return std::nullopt;
}

std::optional<Machine> read_machine_text(std::string_view text, const std::string& name,
                                         const std::string& directory, Diagnostics& diagnostics) {
  return read_found({std::string(text), name, directory}, diagnostics);
}

}  // namespace purlin
