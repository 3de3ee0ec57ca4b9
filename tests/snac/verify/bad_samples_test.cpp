#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "snac/schedule_json.hpp"
#include "snac/verify/rules.hpp"
#include "snac/verify/verify.hpp"
#include "spec/rules.hpp"
#include "tests/catch.hpp"

using namespace purlin;

namespace {

struct Unseen {
  std::string_view code;
  std::string_view because;
};

constexpr std::array kUnseen = {
    Unseen{"V403", "with a rendezvous and two halves no conflict is left between launches: a cross-check"},
};

bool has_no_document(std::string_view code) {
  return std::ranges::find(kUnseen, code, &Unseen::code) != kUnseen.end();
}

std::set<std::string> rules_broken_by(const BadSample& sample) {
  Diagnostics diagnostics;
  std::optional<Schedule> schedule =
      read_schedule(std::string(sample.text), std::string(sample.file), diagnostics);
  for (const Diagnostic& d : diagnostics.all()) UNSCOPED_INFO(d.code << ": " << d.message);
  REQUIRE(schedule);
  CHECK(diagnostics.empty());
  VerifyOptions options;
  options.deterministic = sample.code == "V211";  // a fault only where it is asked for
  std::set<std::string> codes;
  for (const Check& check : verify(std::move(*schedule), options).checks)
    if (check.verdict == Verdict::fail) codes.insert(check.rule);
  return codes;
}

}  // namespace

TEST_CASE("every schedule rule has a sample that breaks it and nothing else") {
  for (const ScheduleRule& rule : schedule_rules()) {
    INFO(rule.code);
    const BadSample* sample = bad_sample(rule.code);
    CHECK((sample == nullptr) == has_no_document(rule.code));
    if (sample) CHECK(rules_broken_by(*sample) == std::set<std::string>{std::string(rule.code)});
  }
}
