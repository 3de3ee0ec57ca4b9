#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// `file:line:column: error[S204]: message`, the source line, a caret, notes and the help.
std::string render(const Diagnostic& diagnostic, bool color);

nlohmann::json to_json(const Diagnostic& diagnostic);

}  // namespace purlin::cli
