#include "cli/commands/plan.hpp"

#include <algorithm>

#include "cli/candidates.hpp"
#include "cli/console.hpp"
#include "cli/render/plan_report.hpp"
#include "cli/request.hpp"
#include "cli/results.hpp"
#include "snac/chain.hpp"

namespace purlin::cli {
namespace {

Candidate as_candidate(const Schedule& schedule, bool chosen) {
  return {size_of(schedule.problem).value,
          schedule.algorithm,
          std::string(name_of(schedule.regime)),
          schedule.lanes,
          schedule.chunk,
          schedule.predicted_s ? std::optional(*schedule.predicted_s * 1e6) : std::nullopt,
          chosen};
}

/// What the chain does between the two layouts; a foreign schedule's algorithm may be none of ours.
std::vector<std::string> chain_of(const Schedule& schedule) {
  const Problem& problem = schedule.problem;
  std::vector<std::string> texts{print(problem, problem.input)};
  if (const Chain* chain = chain_named(schedule.algorithm)) texts.emplace_back(chain->idea);
  texts.push_back(print(problem, problem.output));
  return texts;
}

class Planning {
 public:
  Planning(const PlanVerbOptions& options, Diagnostics& diagnostics)
      : options_(options), diagnostics_(diagnostics) {}

  /// Every size adds its candidates; the last size's schedule stays.
  std::optional<PlanCase> plan(const Request& request) {
    PlanCase result{request.spec, {}, {}, {}, {}};
    for (std::size_t i = 0; i < count_sizes(request); ++i)
      if (!plan_size(request, i, result)) return std::nullopt;
    const Problem& problem = result.schedule.problem;
    result.transfers = transfers_of(problem);
    result.chain = chain_of(result.schedule);
    return result;
  }

 private:
  bool plan_size(const Request& request, std::size_t i, PlanCase& result) {
    auto schedule = schedule_at(request, i, diagnostics_);
    if (!schedule) return false;
    result.candidates.push_back(as_candidate(*schedule, true));
    if (options_.candidates)
      for (const Schedule& other : applicable_schedules(schedule->problem, request.plan))
        if (!same_choice(other, *schedule)) result.candidates.push_back(as_candidate(other, false));
    result.schedule = std::move(*schedule);
    return true;
  }

  const PlanVerbOptions& options_;
  Diagnostics& diagnostics_;
};

std::string render(const std::vector<PlanCase>& plans, const OutputOptions& output) {
  if (output.format == "json") return render_plans_json(plans);
  if (output.format == "csv") return render_plans_csv(plans);
  std::string text;
  for (const PlanCase& plan : plans)
    text += (text.empty() ? "" : "\n") + (output.format == "md" ? render_plan_md(plan, output.verbose)
                                                                : render_plan_text(plan, output.verbose));
  return text;
}

}  // namespace

Exit plan_verb(const PlanVerbOptions& options) {
  const Console console(options.output);
  Results results(options.output.output);
  Diagnostics diagnostics;
  std::vector<PlanCase> plans;
  Planning planning(options, diagnostics);
  for (const Request& request : read_requests(options.request, {{std::int64_t{1} << 20}}, diagnostics))
    if (auto plan = planning.plan(request)) plans.push_back(std::move(*plan));
  console.show(diagnostics);
  if (diagnostics.has_errors()) return Exit::bad_request;
  results.write(render(plans, options.output));
  results.commit();
  return Exit::good;
}

}  // namespace purlin::cli
