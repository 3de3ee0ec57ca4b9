#pragma once
#include <span>
#include <string>
#include <string_view>

namespace purlin {

/// One thing that a request must obey. `anchor` is the heading of docs/spec.md that says so.
struct SpecRule {
  std::string_view code;
  std::string_view title;
  std::string_view text;
  std::string_view anchor;
  std::string_view mend;
};

/// All rules, by code. S0: texts, S1: tables and keys, S2: layout strings, S3: the mesh, S4: axes, S5: ragged
/// axes, S6: operations, S7: named collectives, S8: sizes and in place.
std::span<const SpecRule> spec_rules();

/// nullptr where no rule has that code.
const SpecRule* spec_rule(std::string_view code);

/// What breaks a rule, whole: a TOML file, a comment and the command line after it (`.txt`), or a schedule
/// with its problem (`.json`), whose name says what is wrong.
struct BadSample {
  std::string_view code;
  std::string_view file;  // under samples/bad
  std::string_view text;
};

/// Every file of samples/bad that is named by a code of any kind, compiled in.
std::span<const BadSample> bad_samples();

/// nullptr where no sample has that code.
const BadSample* bad_sample(std::string_view code);

/// docs/diagnostics.md: the rules of specs and of machine models, with their samples.
std::string render_rules_markdown();

}  // namespace purlin
