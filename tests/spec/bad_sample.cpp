#include "tests/spec/bad_sample.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace purlin::testing {
namespace {

struct Command {
  std::string spec;
  Overrides overrides;
};

void apply(Command& command, const std::string& option, const std::string& value) {
  Overrides& overrides = command.overrides;
  if (option == "--ranks")
    overrides.ranks = std::stoll(value);
  else if (option == "--root")
    overrides.root = std::stoll(value);
  else if (option == "--dtype")
    overrides.dtype = value;
  else if (option == "--op")
    overrides.op = value;
  else if (option == "--size")
    overrides.size = value;
  else
    FAIL("a sample uses " << option);
}

std::string in_source_dir(const std::string& spec) {
  return spec.ends_with(".toml") ? (source_dir() / spec).string() : spec;
}

Command parsed(const std::string& line) {
  const std::vector<std::string> words = words_of(line);
  REQUIRE(words.size() >= 3);
  REQUIRE(words[0] == "purlin");
  Command command{in_source_dir(words[2]), {}};
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (words[i] == "--inplace")
      command.overrides.in_place = true;
    else
      apply(command, words[i], words.at(i + 1)), ++i;
  }
  return command;
}

std::string command_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line) && line.starts_with('#')) continue;
  return line;
}

}  // namespace

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  bool quoted = false, inside = false;
  for (char c : line) {
    if (c == '\'') quoted = !quoted;
    if (!inside && (c != ' ' || quoted)) words.emplace_back();
    inside = c != ' ' || quoted;
    if (inside && c != '\'') words.back() += c;
  }
  return words;
}

Diagnostics faults_of_sample(const std::string& file) {
  const std::filesystem::path path = source_dir() / "samples/bad" / file;
  const Command command = path.extension() == ".toml" ? Command{path.string(), {}} : parsed(command_of(path));
  Diagnostics diagnostics;
  const auto spec = read_spec(command.spec, command.overrides, diagnostics);
  const auto size = command.overrides.size ? command.overrides.size
                    : spec                 ? spec->options.size
                                           : std::nullopt;
  if (spec && size) resized(spec->problem, {parse_size_range(*size)->max}, diagnostics);
  return diagnostics;
}

std::string told(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics.sorted()) {
    text += fmt::format("{}:{}:{}: {}[{}]: {}\n", d.place.file, d.place.line, d.place.column,
                        d.severity == Severity::error ? "error" : "warning", d.code, d.message);
    if (!d.source_line.empty())
      text += fmt::format("  {}\n  {:>{}}\n", d.source_line,
                          std::string(static_cast<std::size_t>(d.place.length), '^'),
                          d.place.column + d.place.length - 1);
    for (const Diagnostic::Note& note : d.notes)
      text += fmt::format("  {}:{}:{}: note: {}\n", note.place.file, note.place.line, note.place.column,
                          note.text);
    text += fmt::format("  help: {}\n", d.help);
  }
  return text;
}

}  // namespace purlin::testing
