#include "snac/verify/rules.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include "tests/catch.hpp"
#include "tests/support/source_dir.hpp"

using namespace purlin;

TEST_CASE("schedule rules: codes ascend and anchors are headings of the document") {
  std::ifstream document(testing::source_dir() / "docs" / "verification.md");
  std::set<std::string> anchors;
  for (std::string line; std::getline(document, line);) {
    if (line.rfind("## ", 0) != 0) continue;
    std::string anchor = line.substr(3);
    std::transform(anchor.begin(), anchor.end(), anchor.begin(),
                   [](unsigned char c) { return c == ' ' ? '-' : static_cast<char>(std::tolower(c)); });
    anchors.insert(anchor);
  }
  std::string_view last;
  for (const ScheduleRule& rule : schedule_rules()) {
    INFO(rule.code);
    CHECK(last < rule.code);
    CHECK(anchors.count(std::string(rule.anchor)) == 1);
    CHECK(schedule_rule(rule.code) == &rule);
    last = rule.code;
  }
}
