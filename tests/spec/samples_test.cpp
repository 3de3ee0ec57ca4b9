#include <algorithm>
#include <fstream>
#include <regex>
#include <set>

#include "spec/named_collectives.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/spec/bad_sample.hpp"
#include "tests/support/source_dir.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

std::vector<std::filesystem::path> samples() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "samples"))
    if (entry.path().extension() == ".toml") found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

Problem read(const std::filesystem::path& path) {
  Diagnostics diagnostics;
  const auto spec = read_spec(path.string(), {}, diagnostics);
  INFO(path.string() << "\n" << told(diagnostics));
  REQUIRE(spec);
  CHECK(diagnostics.empty());
  return spec->problem;
}

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("every sample is a spec without a fault") {
  CHECK(samples().size() >= 17);
  for (const auto& path : samples()) {
    const Problem problem = read(path);
    CHECK(size_of(problem).value > 0);
    CHECK(size_of(problem).value <= (1 << 22));
  }
}

TEST_CASE("samples count from 01 and open with what, why and a command") {
  int number = 0;
  for (const auto& path : samples()) {
    const std::string name = path.filename().string();
    INFO(name);
    CHECK(std::regex_match(name, std::regex("[0-9]{2}_[a-z0-9_]+\\.toml")));
    CHECK(std::stoi(name) == ++number);
    const auto lines = lines_of(path);
    CHECK(lines.at(0).starts_with("# What: "));
    CHECK(std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with("# Why:  "); }));
    const auto command =
        std::ranges::find_if(lines, [](const std::string& l) { return l.starts_with("# Try:  purlin "); });
    REQUIRE(command != lines.end());
    CHECK(command->find("samples/" + name) != std::string::npos);
  }
}

TEST_CASE("every named collective has a sample") {
  std::set<std::string> kinds;
  std::set<std::string> ragged;
  for (const auto& path : samples()) {
    const Problem problem = read(path);
    kinds.insert(problem.kind);
    if (std::ranges::any_of(problem.axes, [](const Axis& axis) { return axis.ragged.has_value(); }))
      ragged.insert(problem.kind);
  }
  for (const NamedCollective& kind : kNamedCollectives) {
    CHECK(kinds.contains(std::string(kind.name)));
    if (!kind.ragged_alias.empty()) CHECK(ragged.contains(std::string(kind.name)));
  }
}
