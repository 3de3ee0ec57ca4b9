#pragma once
#include <functional>
#include <vector>

#include "cli/executor.hpp"

namespace purlin::cli {

/// The schedules that a request measures at its i-th size; empty where there is none, with why.
using SchedulesAt = std::function<std::vector<Schedule>(const Request&, std::size_t, Diagnostics&)>;

/// Bytes that each request takes at its largest size, all places together; of several schedules the one that
/// needs most. What does not fit, or is refused before it runs, is a diagnostic, said once.
std::vector<std::int64_t> count_memory(const std::vector<Request>& requests, const SchedulesAt& schedules_at,
                                       Executor& executor, Diagnostics& diagnostics);

}  // namespace purlin::cli
