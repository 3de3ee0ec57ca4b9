#pragma once
#include <string>
#include <vector>

#include "cli/render/verify_record.hpp"

namespace purlin::cli {

/// `format`: table, json, csv or md.
std::string render(const std::vector<VerifyCase>& cases, const std::string& format, std::uint64_t seed);

}  // namespace purlin::cli
