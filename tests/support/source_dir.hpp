#pragma once
#include <filesystem>

namespace purlin::testing {

/// The root of the checkout that these tests were built from.
std::filesystem::path source_dir();

}  // namespace purlin::testing
