#pragma once
#include <functional>
#include <string>

namespace purlin::sim {

/// What one job sends back from its own process.
using Produce = std::function<std::string(std::size_t job)>;
using Consume = std::function<void(std::size_t job, const std::string& sent)>;

/// Runs `produce` for each job in a forked process of its own, at most `processes` at a time, and `consume`
/// here as they end. Throws std::runtime_error where a process died. Call before any thread exists.
void run_in_children(std::size_t jobs, int processes, const Produce& produce, const Consume& consume);

}  // namespace purlin::sim
