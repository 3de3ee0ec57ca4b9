#pragma once
#include "cli/render/run_record.hpp"
#include "cli/render/table.hpp"

namespace purlin::cli {

/// The columns that `run` and `simulate` share in CSV: real numbers under titles with units, absent is empty.
const Row& result_titles();
Row result_cells(const RunCase& head, const Result& result);

}  // namespace purlin::cli
