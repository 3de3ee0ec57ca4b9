#pragma once
#include "snac/action.hpp"
#include "snac/json_reader.hpp"

namespace purlin {

nlohmann::json to_json(const Block& block);
nlohmann::json to_json(const Action& action);
Action read_action(const JsonReader& reader);

}  // namespace purlin
