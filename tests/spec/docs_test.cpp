#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "spec/named_collectives.hpp"
#include "spec/read_problem.hpp"
#include "spec/rules.hpp"
#include "tests/catch.hpp"
#include "tests/spec/bad_sample.hpp"
#include "tests/support/source_dir.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// As GitHub makes them of headings.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (char c : heading)
    if (std::isalnum(static_cast<unsigned char>(c)) || c == ' ' || c == '-')
      anchor += c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return anchor;
}

std::set<std::string> anchors_of(const std::filesystem::path& path) {
  std::set<std::string> anchors;
  std::stringstream lines(text_of(path));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("#")) anchors.insert(anchor_of(line.substr(line.find(' ') + 1)));
  return anchors;
}

std::vector<std::string> toml_blocks_of(const std::string& page) {
  constexpr std::string_view kOpen = "```toml\n";
  std::vector<std::string> blocks;
  for (auto at = page.find(kOpen); at != std::string::npos; at = page.find(kOpen, at + 1)) {
    const auto begin = at + kOpen.size();
    blocks.push_back(page.substr(begin, page.find("```", begin) - begin));
  }
  return blocks;
}

std::string table_row(const NamedCollective& kind) {
  const std::string per = kind.ragged_per.empty() ? "" : fmt::format("per {}", kind.ragged_per);
  const std::string alias = kind.ragged_alias.empty() ? "" : fmt::format(": {}", kind.ragged_alias);
  const std::string ragged = per.empty() ? "|" : fmt::format("| {}{} |", per, alias);
  return fmt::format("| {} | {} | `{}` | `{}` {}", kind.name, kind.reduces ? "sum…" : "copy", kind.input,
                     kind.output, ragged.size() == 1 ? "| |" : ragged);
}

}  // namespace

TEST_CASE("every rule points into the reference") {
  const std::set<std::string> anchors = anchors_of(source_dir() / "docs/spec.md");
  for (const SpecRule& rule : spec_rules()) {
    INFO(rule.code << " points to " << rule.anchor);
    CHECK(anchors.contains(std::string(rule.anchor)));
    CHECK(rule.mend.ends_with("."));
    CHECK(rule.text.ends_with("."));
  }
}

TEST_CASE("the specs of the reference are specs") {
  const auto blocks = toml_blocks_of(text_of(source_dir() / "docs/spec.md"));
  CHECK(blocks.size() >= 2);
  for (const std::string& block : blocks) {
    Diagnostics diagnostics;
    CHECK(read_problem(block, "spec.md", "", {}, diagnostics));
    INFO(block << told(diagnostics));
    CHECK(diagnostics.empty());
  }
}

TEST_CASE("the reference shows the table of named collectives") {
  const std::string page = text_of(source_dir() / "docs/spec.md");
  for (const NamedCollective& kind : kNamedCollectives) {
    INFO(table_row(kind));
    CHECK(page.find(table_row(kind) + "\n") != std::string::npos);
  }
}

TEST_CASE("the page of diagnostics is what the rules say") {
  const auto path = source_dir() / "docs/diagnostics.md";
  if (std::getenv("PURLIN_REWRITE")) std::ofstream(path) << render_rules_markdown();
  INFO("rewrite it with PURLIN_REWRITE=1 purlin_tests 'the page of diagnostics*'");
  CHECK((text_of(path) == render_rules_markdown()));
}
