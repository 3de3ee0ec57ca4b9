#pragma once
#include <cstdint>
#include <string>

namespace purlin::testing {

/// A valid spec as TOML text: meshes of up to 12 ranks and three axes, up to six data axes, bound, local,
/// shifted, pinned, replicated, reduced, ragged and empty ones, every dtype and op.
std::string random_problem(std::uint64_t seed);

}  // namespace purlin::testing
