#pragma once
#include "atom_cuda/lower.hpp"

namespace purlin::testing {

/// The programs that a lowered list stands for, [row][block lane]: `lower`'s inverse. Spans without bytes
/// come back as such, whatever their shape was.
std::vector<std::vector<Program>> lift(const cuda::Lowered& lowered);

/// Programs of blocks as `lift` would return them.
std::vector<std::vector<Program>> liftable(const Schedule& schedule, const cuda::Lowered& lowered);

}  // namespace purlin::testing
