#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/options/simulate.hpp"
#include "spec/diagnostic.hpp"
#include "spec/machine.hpp"

namespace purlin::cli {

/// A machine as the options change it, and the settings that make it differ from its siblings.
struct Variant {
  Machine machine;
  std::vector<std::pair<std::string, std::string>> set;
};

/// Every machine with every combination of --set's values, and with --down and --slow applied.
std::vector<Variant> variants_of(const std::vector<std::string>& machines, const SimulateVerbOptions& options,
                                 Diagnostics& diagnostics);

/// `5us`, `800ns`, `0.5ms`, `1s`; a bare number is microseconds. nullopt where it is no time ≥ 0.
std::optional<double> parse_time_s(const std::string& text);

/// `0,2,4-7`, also with names as in gpu3. nullopt where it is no list, or one stands twice.
std::optional<std::vector<Gpu>> parse_gpus(const std::string& text);

}  // namespace purlin::cli
