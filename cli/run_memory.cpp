#include "cli/run_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "cli/complain.hpp"
#include "spec/size.hpp"

namespace purlin::cli {
namespace {

std::int64_t lack(const MemoryNeed& need) { return need.available ? need.bytes - *need.available : 0; }

void complain_of_lack(const MemoryNeed& need, const std::string& spec, Diagnostics& diagnostics) {
  complain(diagnostics,
           fmt::format("{} needs {} of memory{} for its largest size; {} are available", spec,
                       print_bytes(need.bytes), need.where.empty() ? "" : " of " + need.where,
                       print_bytes(*need.available)),
           "a smaller --size, or fewer --ranks");
}

std::int64_t count(const Request& request, const std::vector<Schedule>& schedules, Executor& executor,
                   Diagnostics& diagnostics) {
  std::int64_t most = 0;
  MemoryNeed worst;
  for (const Schedule& schedule : schedules) {
    std::int64_t all = 0;
    for (const MemoryNeed& need : executor.memory_to_measure(schedule)) {
      if (lack(need) > lack(worst)) worst = need;
      all += need.bytes;
    }
    most = std::max(most, all);
  }
  if (lack(worst) > 0) complain_of_lack(worst, request.spec, diagnostics);
  return most;
}

/// A reason a line. What is wrong with the devices is wrong for every request.
void complain_once(const Refused& refused, Diagnostics& diagnostics) {
  std::istringstream reasons(refused.what());
  for (std::string reason; std::getline(reasons, reason);)
    if (std::ranges::find(diagnostics.all(), reason, &Diagnostic::message) == diagnostics.all().end())
      complain(diagnostics, reason);
}

}  // namespace

std::vector<std::int64_t> count_memory(const std::vector<Request>& requests, const SchedulesAt& schedules_at,
                                       Executor& executor, Diagnostics& diagnostics) {
  std::vector<std::int64_t> bytes;
  for (const Request& request : requests) {
    const auto schedules = schedules_at(request, count_sizes(request) - 1, diagnostics);
    bytes.push_back(0);
    try {
      bytes.back() = count(request, schedules, executor, diagnostics);
    } catch (const Refused& refused) {
      complain_once(refused, diagnostics);
    }
  }
  return bytes;
}

}  // namespace purlin::cli
