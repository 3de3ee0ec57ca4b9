#pragma once
#include <optional>
#include <string>

#include "snac/measurement.hpp"
#include "spec/diagnostic.hpp"
#include "spec/problem.hpp"

namespace purlin::cli {

/// The inputs of all ranks from DIR/rank0.npy …; ranks that hold nothing have no file. A missing file, one
/// that does not fit, and replicas that differ are diagnostics.
std::optional<RankTensors> read_inputs(const std::string& directory, const Problem& problem,
                                       Diagnostics& diagnostics);

/// The size S at which rank inputs have as many elements as the files of the directory: what --size would be.
/// nullopt where no file says.
std::optional<std::int64_t> size_of_inputs(const std::string& directory, const Problem& problem);

/// Writes the outputs with their local extents, 1-D where ragged. Throws std::system_error.
void write_outputs(const std::string& directory, const Problem& problem, const RankTensors& outputs);

}  // namespace purlin::cli
