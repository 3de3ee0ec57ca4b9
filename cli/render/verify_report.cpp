#include "cli/render/verify_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/render/describe.hpp"
#include "cli/render/table.hpp"
#include "cli/render/text.hpp"
#include "cli/version.hpp"
#include "snac/schedule_json.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

using nlohmann::json;

std::string_view name_of(Verdict verdict) { return verdict == Verdict::pass ? "pass" : "fail"; }

std::string covered_text(const Check& check) {
  std::vector<std::string> parts;
  for (const auto& [what, count] : check.covered) {
    std::string words = what;
    std::ranges::replace(words, '_', ' ');
    parts.push_back(counted(count, singular(words), words));
  }
  return join(parts, ", ");
}

std::string result_text(const Check& check) {
  if (check.verdict == Verdict::pass) return covered_text(check);
  return (check.rule.empty() ? "" : check.rule + ": ") + check.counterexample;
}

std::string schedule_text(const JudgedSchedule& schedule) {
  std::string text = fmt::format("{}/{}, {}, {}\n", schedule.algorithm, schedule.regime,
                                 counted(schedule.lanes, "lane", "lanes"), print_bytes(schedule.size_bytes));
  for (const Check& check : schedule.checks)
    text += fmt::format("  {}  {}  {}\n", left(check.name, 9), name_of(check.verdict), result_text(check));
  for (const std::string& remark : schedule.remarks) text += "  " + remark + "\n";
  return text;
}

std::string case_text(const VerifyCase& one, std::uint64_t seed) {
  std::string text = fmt::format("{}: {}; seed {}\n", one.spec, describe(one.problem), seed);
  for (const JudgedSchedule& schedule : one.schedules) text += schedule_text(schedule);
  return text + fmt::format("{}: {}\n", one.spec, name_of(one.verdict()));
}

Table table_of(const std::vector<VerifyCase>& cases) {
  Table table{{{"spec", "", 0, true},
               {"algorithm", "", 0, true},
               {"regime", "", 0, true},
               {"lanes", ""},
               {"size_bytes", ""},
               {"check", "", 0, true},
               {"verdict", "", 0, true},
               {"covered", "", 0, true},
               {"rule", "", 0, true},
               {"counterexample", "", 0, true}},
              {}};
  for (const VerifyCase& one : cases)
    for (const JudgedSchedule& schedule : one.schedules)
      for (const Check& check : schedule.checks)
        table.rows.push_back({one.spec, schedule.algorithm, schedule.regime, std::to_string(schedule.lanes),
                              std::to_string(schedule.size_bytes), check.name,
                              std::string(name_of(check.verdict)), covered_text(check), check.rule,
                              check.counterexample});
  return table;
}

json or_null(const std::string& text) { return text.empty() ? json() : json(text); }

json to_json(const Check& check) {
  json covered = json::object();
  for (const auto& [what, count] : check.covered) covered[what] = count;
  return {{"name", check.name},
          {"verdict", name_of(check.verdict)},
          {"covered", covered},
          {"rule", or_null(check.rule)},
          {"counterexample", or_null(check.counterexample)}};
}

json to_json(const JudgedSchedule& schedule) {
  json checks = json::array();
  for (const Check& check : schedule.checks) checks.push_back(to_json(check));
  return {{"algorithm", schedule.algorithm},
          {"regime", schedule.regime},
          {"lanes", schedule.lanes},
          {"size_bytes", schedule.size_bytes},
          {"verdict", name_of(schedule.verdict())},
          {"checks", checks},
          {"remarks", schedule.remarks}};
}

json to_json(const VerifyCase& one) {
  json schedules = json::array();
  for (const JudgedSchedule& schedule : one.schedules) schedules.push_back(to_json(schedule));
  return {{"spec", one.spec},
          {"problem", purlin::to_json(one.problem)},
          {"verdict", name_of(one.verdict())},
          {"schedules", schedules}};
}

std::string render_json(const std::vector<VerifyCase>& cases, std::uint64_t seed) {
  json document{{"purlin", kVersion}, {"verb", "verify"}, {"seed", seed}, {"cases", json::array()}};
  for (const VerifyCase& one : cases) document["cases"].push_back(to_json(one));
  return document.dump(2) + "\n";
}

}  // namespace

Verdict JudgedSchedule::verdict() const {
  const bool good =
      std::ranges::all_of(checks, [](const Check& check) { return check.verdict == Verdict::pass; });
  return good ? Verdict::pass : Verdict::fail;
}

Verdict VerifyCase::verdict() const {
  const bool good =
      std::ranges::all_of(schedules, [](const auto& s) { return s.verdict() == Verdict::pass; });
  return good ? Verdict::pass : Verdict::fail;
}

std::string render(const std::vector<VerifyCase>& cases, const std::string& format, std::uint64_t seed) {
  if (format == "json") return render_json(cases, seed);
  if (format == "csv") return render_csv(table_of(cases));
  if (format == "md") return render_md(table_of(cases));
  std::string text;
  for (const VerifyCase& one : cases) text += (text.empty() ? "" : "\n") + case_text(one, seed);
  return text;
}

}  // namespace purlin::cli
