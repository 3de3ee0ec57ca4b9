#pragma once
#include <string>

#include "cli/comparison.hpp"

namespace purlin::cli {

/// `format`: table, json, csv or md.
std::string render(const Comparison& comparison, const std::string& format);

}  // namespace purlin::cli
