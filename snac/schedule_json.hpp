#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "snac/schedule.hpp"
#include "spec/diagnostic.hpp"

namespace purlin {

/// The `problem` and `schedule` parts of a `plan` document.
nlohmann::json to_json(const Problem& problem);
nlohmann::json to_json(const Schedule& schedule);

/// Back from text: a `plan` document or its `schedule` with `problem`. Unknown keys, wrong types and numbers
/// out of range are diagnostics; what it means is the verifier's business.
std::optional<Schedule> read_schedule(const std::string& text, const std::string& name,
                                      Diagnostics& diagnostics);

}  // namespace purlin
