#include "cli/candidates.hpp"

#include <array>

#include "snac/candidates.hpp"

namespace purlin::cli {
namespace {

constexpr std::array kRegimes = {Regime::packet, Regime::zero_copy, Regime::staged};

std::vector<std::string> algorithms(const PlanOptions& options) {
  if (options.algorithm) return {*options.algorithm};
  std::vector<std::string> names;
  for (const Chain& chain : chains())
    if (is_offered(chain, options)) names.emplace_back(chain.name);
  return names;
}

std::vector<Regime> regimes(const PlanOptions& options) {
  if (options.regime) return {*options.regime};
  return {kRegimes.begin(), kRegimes.end()};
}

}  // namespace

std::optional<Schedule> schedule_at(const Request& request, std::size_t i, Diagnostics& diagnostics) {
  if (request.schedule) return request.schedule;
  const auto problem = problem_at(request, i, diagnostics);
  return problem ? plan(*problem, request.plan, diagnostics) : std::nullopt;
}

bool same_choice(const Schedule& a, const Schedule& b) {
  return a.algorithm == b.algorithm && a.regime == b.regime && a.lanes == b.lanes && a.chunk == b.chunk;
}

std::vector<Schedule> applicable_schedules(const Problem& problem, const PlanOptions& options) {
  std::vector<Schedule> schedules;
  for (const std::string& algorithm : algorithms(options))
    for (Regime regime : regimes(options)) {
      PlanOptions forced = options;
      forced.algorithm = algorithm;
      forced.regime = regime;
      Diagnostics ignored;
      if (auto schedule = plan(problem, forced, ignored)) schedules.push_back(std::move(*schedule));
    }
  return schedules;
}

}  // namespace purlin::cli
