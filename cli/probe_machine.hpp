#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.hpp"
#include "spec/machine.hpp"

namespace purlin::cli {

/// --gpus LIST, -g N; neither: all devices.
struct ProbedDevices {
  std::optional<std::string> list;
  std::optional<int> first;
};

/// A model of what a probe measured, and what it measured that no constant of a model says.
struct ProbedMachine {
  Machine machine;
  std::vector<std::string> remarks;
};

/// `purlin machine --probe`: measures devices. nullopt where there are
/// none, with why, or where `go_on` says no. Throws Refused.
std::optional<ProbedMachine> probe_machine(const ProbedDevices& devices, const std::string& command,
                                           const std::function<bool(const std::string&)>& go_on,
                                           Diagnostics& diagnostics);

}  // namespace purlin::cli
