#pragma once
#include <span>
#include <string>

#include "snac/atom.hpp"
#include "snac/schedule.hpp"

namespace purlin::cli {

/// Chrome/Perfetto trace JSON: a process per rank, a track per lane, a slice per action and an arrow from
/// each notify to every await that saw it.
std::string render_trace(const Schedule& schedule, std::span<const TraceEvent> events);

}  // namespace purlin::cli
