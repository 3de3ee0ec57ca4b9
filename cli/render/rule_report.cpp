#include "cli/render/rule_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/render/table.hpp"
#include "cli/render/text.hpp"
#include "cli/version.hpp"

namespace purlin::cli {
namespace {

constexpr std::size_t kWidth = 79;

std::string paragraph(std::string_view text) { return join(wrap(text, kWidth), "\n") + "\n"; }

/// The example's lines with `by` before each, without the last newline.
std::string quoted(std::string_view text, std::string_view by) {
  std::string lines;
  while (text.ends_with('\n')) text.remove_suffix(1);
  for (const std::string& line : split(text, '\n'))
    lines += line.empty() ? "\n" : fmt::format("{}{}\n", by, line);
  return lines;
}

std::string rule_text(const ExplainedRule& rule) {
  std::string text = fmt::format("{}: {}\n\n{}", rule.code, rule.title, paragraph(rule.text));
  if (!rule.example.empty())
    text += fmt::format("\nBroken by samples/bad/{}:\n\n{}", rule.example_file, quoted(rule.example, "    "));
  if (!rule.mend.empty()) text += "\n" + paragraph(fmt::format("Mend: {}", rule.mend));
  return text + fmt::format("\nSee {}\n", rule.reference);
}

std::string rule_md(const ExplainedRule& rule) {
  std::string text = fmt::format("## {}: {}\n\n{}", rule.code, rule.title, paragraph(rule.text));
  if (!rule.example.empty())
    text += fmt::format("\nBroken by `samples/bad/{}`:\n\n```\n{}```\n", rule.example_file,
                        quoted(rule.example, ""));
  if (!rule.mend.empty()) text += "\n" + paragraph(fmt::format("Mend: {}", rule.mend));
  return text + fmt::format("\nSee {}\n", rule.reference);
}

nlohmann::json or_null(std::string_view text) {
  return text.empty() ? nlohmann::json() : nlohmann::json(text);
}

nlohmann::json to_json(const ExplainedRule& rule) {
  return {{"code", rule.code},
          {"title", rule.title},
          {"text", rule.text},
          {"mend", or_null(rule.mend)},
          {"reference", rule.reference},
          {"example_file", or_null(rule.example_file)},
          {"example", or_null(rule.example)}};
}

std::string rules_json(const std::vector<ExplainedRule>& rules) {
  nlohmann::json document{{"purlin", kVersion}, {"verb", "explain"}, {"rules", nlohmann::json::array()}};
  for (const ExplainedRule& rule : rules) document["rules"].push_back(to_json(rule));
  return document.dump(2) + "\n";
}

}  // namespace

std::string render_rule_list(const std::vector<ExplainedRule>& rules) {
  std::string text;
  for (const ExplainedRule& rule : rules) text += fmt::format("{}  {}\n", rule.code, rule.title);
  return text + "\n`purlin explain CODE` shows a rule with an example and the mend.\n";
}

std::string render_rules(const std::vector<ExplainedRule>& rules, const std::string& format) {
  if (format == "json") return rules_json(rules);
  std::string text;
  for (const ExplainedRule& rule : rules)
    text += (text.empty() ? "" : "\n") + (format == "md" ? rule_md(rule) : rule_text(rule));
  return text;
}

}  // namespace purlin::cli
