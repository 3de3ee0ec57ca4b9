#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.hpp"
#include "spec/machine.hpp"

namespace purlin::cli {

/// A model of what a probe measured, and what it measured that no constant of a model says.
struct ProbedMachine {
  Machine machine;
  std::vector<std::string> remarks;
};

/// `purlin machine --probe`: measures the devices that --gpus names, all by default. nullopt where there are
/// none, with why, or where `go_on` says no. Throws Refused.
std::optional<ProbedMachine> probe_machine(const std::optional<std::string>& gpus, const std::string& command,
                                           const std::function<bool(const std::string&)>& go_on,
                                           Diagnostics& diagnostics);

}  // namespace purlin::cli
