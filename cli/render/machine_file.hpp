#pragma once
#include <string>
#include <vector>

#include "spec/machine.hpp"

namespace purlin::cli {

/// A model as a TOML file that `--machine` takes, `remarks` as comments above it. Needs wires_source where
/// there are wires; slowed GPUs are no part of a file.
std::string render_machine_file(const Machine& machine, const std::vector<std::string>& remarks);

}  // namespace purlin::cli
