#pragma once
#include <optional>
#include <vector>

#include "cli/request.hpp"
#include "snac/plan.hpp"

namespace purlin::cli {

/// Of a rank, where the planner may choose: each is a thread.
inline constexpr int kMostHostLanes = 4;

/// Of one launch: with more, switching between them is most of what is done.
inline constexpr int kMostHostThreads = 1024;

/// The schedule of a request's i-th size: planned, or the one that was given.
std::optional<Schedule> schedule_at(const Request& request, std::size_t i, Diagnostics& diagnostics);

/// One per algorithm and regime that applies, within what `options` force. Those that do not apply are left
/// out.
std::vector<Schedule> applicable_schedules(const Problem& problem, const PlanOptions& options);

/// The same algorithm, regime, lanes and chunk.
bool same_choice(const Schedule& a, const Schedule& b);

}  // namespace purlin::cli
