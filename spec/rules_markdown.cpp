#include <fmt/format.h>

#include <array>

#include "spec/rules.hpp"

namespace purlin {
namespace {

struct Family {
  std::string_view prefix;
  std::string_view title;
};

constexpr std::array kFamilies = {
    Family{"S0", "Texts"},
    Family{"S1", "Tables and keys"},
    Family{"S2", "Layout strings"},
    Family{"S3", "The mesh"},
    Family{"S4", "Axes"},
    Family{"S5", "Ragged axes"},
    Family{"S6", "Operations"},
    Family{"S7", "Named collectives"},
    Family{"S8", "Sizes and in place"},
};

constexpr std::string_view kHead = R"(# Diagnostics

Every fault that purlin finds in a request has a code. `purlin explain CODE` prints what stands here.
This page is generated from the rules and from `samples/bad`: `purlin explain --format md > docs/diagnostics.md`.

A fault looks like this, with all faults of one request in one run, in source order:

```
x.toml:9:1: error[S102]: unknown key dytpe in [collective]
    9 | dytpe = "bf16"
      | ^~~~~
  help: did you mean "dtype"?
```
)";

std::string sample_of(const SpecRule& rule) {
  const BadSample* sample = bad_sample(rule.code);
  if (!sample) return {};
  const std::string_view language = sample->file.ends_with(".toml") ? "toml" : "sh";
  return fmt::format("\n```{}\n{}```\n", language, sample->text);
}

std::string section(const SpecRule& rule) {
  return fmt::format("\n### {}: {}\n\n{} ([spec](spec.md#{}))\n\n*Mend:* {}\n{}", rule.code, rule.title,
                     rule.text, rule.anchor, rule.mend, sample_of(rule));
}

}  // namespace

std::string render_rules_markdown() {
  std::string text(kHead);
  for (const Family& family : kFamilies) {
    text += fmt::format("\n## {}\n", family.title);
    for (const SpecRule& rule : spec_rules())
      if (rule.code.starts_with(family.prefix)) text += section(rule);
  }
  return text;
}

}  // namespace purlin
