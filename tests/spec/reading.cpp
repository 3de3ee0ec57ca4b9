#include "tests/spec/reading.hpp"

#include "tests/catch.hpp"
#include "tests/spec/bad_sample.hpp"

namespace purlin::testing {
namespace {

Problem taken(const std::optional<Spec>& spec, const Diagnostics& diagnostics, const std::string& from) {
  if (!spec) FAIL(from << "\n" << told(diagnostics));
  return spec->problem;
}

Codes codes_of(const Diagnostics& diagnostics) {
  Codes codes;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) codes.push_back(diagnostic.code);
  return codes;
}

}  // namespace

Problem read(const std::string& spec, const Overrides& overrides) {
  Diagnostics diagnostics;
  return taken(read_spec(spec, overrides, diagnostics), diagnostics, spec);
}

Problem read_toml_text(const std::string& text, const Overrides& overrides) {
  Diagnostics diagnostics;
  return taken(read_problem(text, "test.toml", ".", overrides, diagnostics), diagnostics, text);
}

Codes codes_of_text(const std::string& text, const Overrides& overrides) {
  Diagnostics diagnostics;
  read_problem(text, "test.toml", ".", overrides, diagnostics);
  return codes_of(diagnostics);
}

Codes codes_of(const std::string& spec, const Overrides& overrides) {
  Diagnostics diagnostics;
  read_spec(spec, overrides, diagnostics);
  return codes_of(diagnostics);
}

std::string spec_text(const std::string& mesh, const std::string& axes, const std::string& collective) {
  return "[mesh]\n" + mesh + "\n[axes]\n" + axes + "\n[collective]\n" + collective + "\n";
}

}  // namespace purlin::testing
