#pragma once
#include <string>
#include <vector>

#include "spec/read_problem.hpp"

namespace purlin::testing {

/// The problem of a SPEC as the command line takes it, or of a TOML text; fails the test where it is refused.
Problem read(const std::string& spec, const Overrides& overrides = {});
Problem read_toml_text(const std::string& text, const Overrides& overrides = {});

/// The codes of what a TOML text, or a SPEC, is refused for, in source order.
using Codes = std::vector<std::string>;
Codes codes_of_text(const std::string& text, const Overrides& overrides = {});
Codes codes_of(const std::string& spec, const Overrides& overrides = {});

/// A whole TOML text of a mesh, axes and a collective.
std::string spec_text(const std::string& mesh, const std::string& axes, const std::string& collective);

}  // namespace purlin::testing
