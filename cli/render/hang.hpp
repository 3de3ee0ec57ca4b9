#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "snac/atom.hpp"

namespace purlin::cli {

/// The rank that did not arrive first, then who waited for whom down to it.
std::string render(const HangReport& hang);

nlohmann::json to_json(const HangReport& hang);

}  // namespace purlin::cli
