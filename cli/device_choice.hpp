#pragma once
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// The devices that --gpus LIST or -g N name out of those `usable`, by ordinal; all where neither is said;
/// nullopt and why where they make no sense. Whether each of a list is there and can be used is not asked
/// here.
std::optional<std::vector<int>> choose_devices(const std::optional<std::string>& list,
                                               const std::optional<int>& first,
                                               const std::vector<int>& usable, Diagnostics& diagnostics);

}  // namespace purlin::cli
