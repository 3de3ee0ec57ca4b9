#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/comparison.hpp"
#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// The rows of a JSON document of `run` or `simulate`; a case that hung adds a row without a time.
std::optional<std::vector<MeasuredRow>> read_result_file(const std::string& path, Diagnostics& diagnostics);

/// The same from text.
std::optional<std::vector<MeasuredRow>> parse_results(const std::string& text, const std::string& name,
                                                      Diagnostics& diagnostics);

}  // namespace purlin::cli
