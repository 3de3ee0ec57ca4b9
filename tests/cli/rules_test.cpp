#include "cli/rules.hpp"

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace fs = std::filesystem;

namespace {

/// Every code that the sources of `folder` give to a diagnostic or a counter-example.
std::set<std::string> codes_in(const char* folder) {
  const std::regex code("\"([SMPV][0-9]{3})\"");
  std::set<std::string> codes;
  for (const auto& entry : fs::recursive_directory_iterator(purlin::testing::source_dir() / folder)) {
    if (entry.path().extension() != ".cpp") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const std::string source = text.str();
    for (std::sregex_iterator at(source.begin(), source.end(), code), end; at != end; ++at)
      codes.insert((*at)[1]);
  }
  return codes;
}

}  // namespace

TEST_CASE("every code that the sources use can be explained") {
  std::set<std::string> known;
  for (const auto& rule : purlin::cli::all_rules()) {
    INFO(rule.code);
    CHECK(known.insert(std::string(rule.code)).second);
    CHECK_FALSE(rule.title.empty());
    CHECK_FALSE(rule.text.empty());
  }
  for (const char* folder : {"spec", "snac", "cli"})
    for (const std::string& code : codes_in(folder)) {
      INFO(folder << " uses " << code);
      CHECK(known.count(code) == 1);
    }
}
