#pragma once
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// The devices that --gpus LIST or -g N name out of `count`, all where neither is said; nullopt and why where
/// they make no sense. Whether each device is there and can be used is not asked here.
std::optional<std::vector<int>> choose_devices(const std::optional<std::string>& list,
                                               const std::optional<int>& first, int count,
                                               Diagnostics& diagnostics);

}  // namespace purlin::cli
