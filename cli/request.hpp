#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/options/shared.hpp"
#include "cli/sweep.hpp"
#include "snac/limits.hpp"
#include "snac/plan.hpp"

namespace purlin::cli {

/// What one SPEC and the command line ask for together, checked.
struct Request {
  std::string spec;
  Problem problem;
  Sweep sizes;  // to resize to, in turn; empty: the size that the spec has
  PlanOptions plan;
  std::string machine;
  bool machine_said = false;         // not the default
  std::optional<Schedule> schedule;  // given instead of planned
};

/// Sizes of a kind or a pair of layouts where the command line has none.
struct Defaults {
  Sweep sizes;
  bool any_machine = false;       // its name is only passed on; empty where nothing says one
  std::optional<int> ranks = {};  // of a kind or a pair of layouts
};

/// Every SPEC, so that all errors of all of them come in one run; empty where there is an error.
std::vector<Request> read_requests(const RequestOptions& options, const Defaults& defaults,
                                   Diagnostics& diagnostics);

/// The problem at the i-th of its sizes. Errors name the size.
std::optional<Problem> problem_at(const Request& request, std::size_t i, Diagnostics& diagnostics);
std::size_t count_sizes(const Request& request);

/// Of the machine that was named; unset where none was.
std::optional<Limits> limits_for(const Request& request, const Problem& problem);

/// Whether the user asked by name for a chain that goes by way of the switch: as --algorithm, or by a
/// schedule of it.
bool asks_for_switch(const Request& request);

/// In bytes; where the spec has its own size, that.
Sweep sizes_of(const Request& request);

}  // namespace purlin::cli
