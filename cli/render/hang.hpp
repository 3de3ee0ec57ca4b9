#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "snac/atom.hpp"
#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// The rank that did not arrive first, then who waited for whom down to it.
Diagnostic diagnostic_of(const HangReport& hang, const std::string& when);

nlohmann::json to_json(const HangReport& hang);

}  // namespace purlin::cli
