#pragma once
#include <vector>

#include "atom_cuda/device_list.hpp"
#include "atom_cuda/ordering.hpp"

namespace purlin::cuda {

using Cells = std::vector<Cell>;

/// One action as kernels read it; `index` is its place in the lane's program.
Cells action_cells(const Action& action, std::uint32_t index, Ordering::Needs needs);

/// A pause before action `index`.
Cells delay_cells(std::int64_t ns, std::uint32_t index);

/// What ends a list or a page.
Cell last_cell(DeviceKind kind);

}  // namespace purlin::cuda
