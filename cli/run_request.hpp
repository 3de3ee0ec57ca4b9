#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "cli/executor.hpp"
#include "cli/options/run.hpp"
#include "cli/request.hpp"

namespace purlin::cli {

/// A `run` that may begin: everything it needs is there, and it fits into memory.
struct RunRequest {
  std::vector<Request> requests;
  std::unique_ptr<Executor> executor;
  std::vector<Injection> injections;
  RankTensors inputs;                // of --inputs
  std::vector<std::int64_t> memory;  // bytes that each request takes at its largest size
};

std::optional<RunRequest> read_run_request(const RunVerbOptions& options, Diagnostics& diagnostics);

/// The schedules to measure at the i-th size: the chosen one; with --candidates all that apply, the chosen
/// first; for nccl-tests the one out of place and, where that is legal, the one in place. Empty where there
/// is none, with why.
std::vector<Schedule> schedules_at(const RunVerbOptions& options, const Request& request, std::size_t i,
                                   Diagnostics& diagnostics);

}  // namespace purlin::cli
