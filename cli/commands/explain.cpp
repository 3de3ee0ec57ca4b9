#include "cli/commands/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cli/complain.hpp"
#include "cli/console.hpp"
#include "cli/render/rule_report.hpp"
#include "cli/results.hpp"
#include "spec/nearest.hpp"

namespace purlin::cli {
namespace {

std::string upper(std::string code) {
  for (char& c : code) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return code;
}

std::vector<std::string> codes_of(const std::vector<ExplainedRule>& rules) {
  std::vector<std::string> codes;
  for (const ExplainedRule& rule : rules) codes.emplace_back(rule.code);
  return codes;
}

std::vector<ExplainedRule> find_rules(const std::vector<std::string>& codes, Diagnostics& diagnostics) {
  const std::vector<ExplainedRule> known = all_rules();
  std::vector<ExplainedRule> found;
  for (const std::string& code : codes) {
    const auto rule =
        std::ranges::find(known, upper(code), [](const ExplainedRule& r) { return std::string(r.code); });
    if (rule != known.end())
      found.push_back(*rule);
    else
      complain(diagnostics, fmt::format("no rule '{}'", code),
               did_you_mean(upper(code), codes_of(known), "`purlin explain` lists them"));
  }
  return found;
}

}  // namespace

Exit explain_verb(const ExplainVerbOptions& options) {
  Results results(options.output.output);
  Diagnostics diagnostics;
  const bool all = options.codes.empty();
  const std::vector<ExplainedRule> rules = all ? all_rules() : find_rules(options.codes, diagnostics);
  Console(options.output).show(diagnostics);
  if (diagnostics.has_errors()) return Exit::bad_request;
  const bool list = all && options.output.format == "table";
  results.write(list ? render_rule_list(rules) : render_rules(rules, options.output.format));
  results.commit();
  return Exit::good;
}

}  // namespace purlin::cli
