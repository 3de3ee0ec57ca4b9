#include <fmt/format.h>

#include <array>

#include "spec/machine_rules.hpp"
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
    Family{"M1", "Machine models"},
    Family{"M2", "Changes to a machine"},
};

constexpr std::string_view kHead = R"(# Diagnostics

Every fault of a request has a code; `purlin explain CODE` prints what stands here. The rules that schedules obey
(V…) are in [verification.md](verification.md). This page is generated from the rules and from `samples/bad`.

All faults of one text are told in one run, in source order, each with its place and a mend:

```
x.toml:9:1: error[S102]: unknown key dytpe in [collective]
    9 | dytpe = "bf16"
      | ^~~~~
  help: did you mean "dtype"?
```
)";

std::string sample_of(std::string_view code) {
  const BadSample* sample = bad_sample(code);
  if (!sample) return {};
  return fmt::format("\n```{}\n{}```\n", sample->file.ends_with(".toml") ? "toml" : "sh", sample->text);
}

std::string section(std::string_view code, std::string_view title, std::string_view text,
                    std::string_view mend) {
  return fmt::format("\n### {}: {}\n\n{}\n\n*Mend:* {}\n{}", code, title, text, mend, sample_of(code));
}

}  // namespace

std::string render_rules_markdown() {
  std::string text(kHead);
  for (const Family& family : kFamilies) {
    text += fmt::format("\n## {}\n", family.title);
    for (const SpecRule& rule : spec_rules())
      if (rule.code.starts_with(family.prefix))
        text += section(rule.code, rule.title, fmt::format("{} ([spec](spec.md#{}))", rule.text, rule.anchor),
                        rule.mend);
    for (const MachineRule& rule : machine_rules())
      if (rule.code.starts_with(family.prefix)) text += section(rule.code, rule.title, rule.text, rule.mend);
  }
  return text;
}

}  // namespace purlin
