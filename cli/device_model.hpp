#pragma once
#include <string>

namespace purlin::cli {

/// The built-in machine model of a device, by the name that its driver gives; empty where there is none.
std::string model_of_device(const std::string& device);

}  // namespace purlin::cli
