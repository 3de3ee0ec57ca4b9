#include "cli/run_request.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/candidates.hpp"
#include "cli/complain.hpp"
#include "cli/inject.hpp"
#include "cli/run_memory.hpp"
#include "cli/tensors.hpp"

namespace purlin::cli {
namespace {

const Defaults kDefaults{steps(std::int64_t{1} << 10, std::int64_t{64} << 20, 4, 0)};

/// Options that name one place for one SPEC's data.
void refuse_for_many(const RunVerbOptions& options, Diagnostics& diagnostics) {
  if (options.request.specs.size() < 2) return;
  if (options.inputs || options.outputs || options.trace)
    complain(diagnostics, "--inputs, --outputs and --trace go with one SPEC");
}

bool says_size(const SizeOptions& size) {
  return size.size || size.min || size.max || size.factor || size.step;
}

/// Files have one size; a kind or a pair without a size takes it from them.
void size_by_inputs(const RunVerbOptions& options, Request& request, Diagnostics& diagnostics) {
  if (!says_size(options.request.size) && request.sizes.size() > 1)
    if (const auto size = size_of_inputs(*options.inputs, request.problem)) request.sizes = {*size};
  if (request.sizes.size() > 1)
    complain(diagnostics,
             fmt::format("--inputs: files have one size, this is a sweep of {}", request.sizes.size()),
             "--size S");
}

RankTensors inputs_for(const RunVerbOptions& options, Request& request, Diagnostics& diagnostics) {
  size_by_inputs(options, request, diagnostics);
  if (diagnostics.has_errors()) return {};
  const auto problem = request.schedule ? request.schedule->problem : problem_at(request, 0, diagnostics);
  if (!problem) return {};
  return read_inputs(*options.inputs, *problem, diagnostics).value_or(RankTensors{});
}

void check_injections(const std::vector<Injection>& injections, const std::vector<Request>& requests,
                      Diagnostics& diagnostics) {
  for (const Injection& injection : injections)
    for (const Request& request : requests)
      if (injection.rank.value >= request.problem.ranks())
        complain(diagnostics,
                 fmt::format("--inject: rank {} of {}", injection.rank.value, request.problem.ranks()));
}

/// Before planning: of many ranks, that takes long.
void check_lanes(const Request& request, const Executor& executor, Diagnostics& diagnostics) {
  const int lanes = request.schedule ? request.schedule->lanes : request.plan.lanes.value_or(1);
  if (const std::string why = executor.too_many(request.problem.ranks(), lanes); !why.empty())
    complain(diagnostics, fmt::format("{} takes {}", request.spec, why),
             "fewer --ranks or --lanes; `purlin simulate` takes more");
}

std::vector<Schedule> both_halves(const Request& request, std::size_t i, Diagnostics& diagnostics) {
  std::vector<Schedule> schedules;
  auto problem = problem_at(request, i, diagnostics);
  if (!problem) return {};
  problem->in_place = InPlace::no;
  auto out_of_place = plan(*problem, request.plan, diagnostics);
  if (!out_of_place) return {};
  schedules.push_back(std::move(*out_of_place));
  problem->in_place = in_place_form(*problem).form;
  Diagnostics not_in_place;
  if (problem->in_place != InPlace::no)
    if (auto in_place = plan(*problem, request.plan, not_in_place)) schedules.push_back(std::move(*in_place));
  return schedules;
}

}  // namespace

std::vector<Schedule> schedules_at(const RunVerbOptions& options, const Request& request, std::size_t i,
                                   Diagnostics& diagnostics) {
  if (options.output.format == "nccl-tests" && !request.schedule) return both_halves(request, i, diagnostics);
  auto chosen = schedule_at(request, i, diagnostics);
  if (!chosen) return {};
  std::vector<Schedule> schedules{*chosen};
  if (options.candidates)
    for (Schedule& other : applicable_schedules(chosen->problem, request.plan))
      if (!same_choice(other, *chosen)) schedules.push_back(std::move(other));
  return schedules;
}

std::optional<RunRequest> read_run_request(const RunVerbOptions& options, Diagnostics& diagnostics) {
  RunRequest run;
  run.executor = make_executor(
      {options.atom, options.gpus, options.first_gpus, options.launch, options.baseline}, diagnostics);
  refuse_for_many(options, diagnostics);
  if (options.candidates && options.request.schedule)
    complain(diagnostics, "--candidates and --schedule exclude each other");
  run.injections = parse_injections(options.injections, diagnostics);
  Defaults defaults = kDefaults;
  if (run.executor) defaults.ranks = run.executor->default_ranks();
  run.requests = read_requests(options.request, defaults, diagnostics);
  if (run.executor)
    for (Request& request : run.requests) run.executor->adapt(request, diagnostics);
  if (run.executor)
    for (const Request& request : run.requests) check_lanes(request, *run.executor, diagnostics);
  for (Request& request : run.requests) request.plan.in_switch = false;
  check_injections(run.injections, run.requests, diagnostics);
  if (options.inputs && !diagnostics.has_errors())
    run.inputs = inputs_for(options, run.requests.front(), diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  const auto schedules = [&](const Request& request, std::size_t i, Diagnostics& found) {
    return schedules_at(options, request, i, found);
  };
  run.memory = count_memory(run.requests, schedules, *run.executor, diagnostics);
  return diagnostics.has_errors() ? std::nullopt : std::optional(std::move(run));
}

}  // namespace purlin::cli
