#include "spec/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

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

std::set<std::string> codes_in_sources() {
  std::set<std::string> codes;
  const std::regex code("\"(S[0-9]{3})\"");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir() / "spec")) {
    if (entry.path().extension() != ".cpp" || entry.path().filename() == "rules.cpp") continue;
    const std::string text = text_of(entry.path());
    for (auto match = std::sregex_iterator(text.begin(), text.end(), code); match != std::sregex_iterator();
         ++match)
      codes.insert((*match)[1]);
  }
  return codes;
}

std::set<std::string> codes_of(const Diagnostics& diagnostics) {
  std::set<std::string> codes;
  for (const Diagnostic& diagnostic : diagnostics.all()) codes.insert(diagnostic.code);
  return codes;
}

Diagnostics of_code(const Diagnostics& diagnostics, std::string_view code) {
  Diagnostics chosen;
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.code == code) chosen.add(diagnostic);
  return chosen;
}

std::string without_source_dir(std::string text) {
  const std::string folder = source_dir().string() + "/";
  for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder))
    text.erase(at, folder.size());
  return text;
}

}  // namespace

TEST_CASE("every rule has a sample that breaks it and nothing else") {
  for (const SpecRule& rule : spec_rules()) {
    INFO(rule.code);
    const BadSample* sample = bad_sample(rule.code);
    REQUIRE(sample);
    CHECK(sample->text.starts_with("# "));
    const Diagnostics faults = faults_of_sample(std::string(sample->file));
    INFO(told(faults));
    std::set<std::string> codes = codes_of(faults);
    if (rule.code == "S006") codes.erase("S107");  // too many of anything
    CHECK(codes == std::set<std::string>{std::string(rule.code)});
  }
}

TEST_CASE("the sources use the codes of the rules and no others") {
  std::set<std::string> codes;
  for (const SpecRule& rule : spec_rules()) CHECK(codes.insert(std::string(rule.code)).second);
  CHECK(codes == codes_in_sources());
  CHECK(std::ranges::is_sorted(spec_rules(), {}, &SpecRule::code));
}

TEST_CASE("a rule is found by its code") {
  CHECK(spec_rule("S204")->title == "A layout binds a mesh axis once");
  CHECK(spec_rule("S999") == nullptr);
  CHECK(bad_sample("S999") == nullptr);
}

// Every message, place and help of the samples, so that a change of one is seen.
TEST_CASE("the messages of the bad samples are those written down") {
  const auto path = source_dir() / "tests/spec/messages.golden";
  std::string all;
  for (const SpecRule& rule : spec_rules())
    all += without_source_dir(
        told(of_code(faults_of_sample(std::string(bad_sample(rule.code)->file)), rule.code)));
  if (std::getenv("PURLIN_REWRITE")) std::ofstream(path) << all;
  INFO("rewrite it with PURLIN_REWRITE=1 purlin_tests 'the messages*'");
  CHECK(all == text_of(path));
}
