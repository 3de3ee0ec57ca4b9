#pragma once
#include <nlohmann/json_fwd.hpp>

#include "cli/render/run_record.hpp"

namespace purlin::cli {

/// A row, and what stands above rows with an empty list of them: `run` and `simulate` share these.
nlohmann::json to_json(const Result& result);
nlohmann::json to_json(const RunCase& head);

}  // namespace purlin::cli
