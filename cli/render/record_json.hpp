#pragma once
#include <nlohmann/json_fwd.hpp>

#include "cli/render/run_record.hpp"

namespace purlin::cli {

/// A row, and what stands above rows with an empty list of them: `run` and `simulate` share these.
nlohmann::json to_json(const Result& result);
nlohmann::json to_json(const RunCase& head);

/// The document of an invocation, its cases one after the other, and what stands below the rows of the last.
nlohmann::json document_of(const std::string& verb, std::uint64_t seed);
void end_case(nlohmann::json& document, const RunEnd& end);

}  // namespace purlin::cli
