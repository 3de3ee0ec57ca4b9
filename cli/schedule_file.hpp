#pragma once
#include <optional>
#include <string>

#include "snac/schedule.hpp"
#include "spec/diagnostic.hpp"

namespace purlin::cli {

/// A `plan` document (or its schedule with its problem) from a file.
std::optional<Schedule> read_schedule_file(const std::string& path, Diagnostics& diagnostics);

/// That the schedule is for this problem: same mesh, axes, layouts, type and op.
void check_same_problem(const Schedule& schedule, const Problem& problem, const std::string& path,
                        Diagnostics& diagnostics);

}  // namespace purlin::cli
