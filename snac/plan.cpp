#include "snac/plan.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "snac/candidates.hpp"
#include "spec/nearest.hpp"

namespace purlin {
namespace {

constexpr int kMostLanes = 1024;
constexpr std::int64_t kMostPairs = std::int64_t{1} << 22;  // of ranks, one reading of the other

/// Who reads of whom, at least: every holder of an output block of every contribution to it.
std::int64_t pairs_of(const Problem& problem) {
  std::int64_t pairs = problem.ranks();
  const auto times = [&](std::int64_t count) {
    pairs = pairs > kMostPairs ? pairs : pairs * std::max<std::int64_t>(count, 1);
  };
  for (const Layout::Binding& binding : problem.input.bindings)
    if (problem.output.is_local(binding.axis) || !problem.output.names(binding.axis))
      times(problem.axes[static_cast<std::size_t>(binding.axis)].size);
  return pairs;
}

class Planner {
 public:
  Planner(const Problem& problem, const PlanOptions& options, Diagnostics& diagnostics)
      : problem_(problem), options_(options), diagnostics_(diagnostics) {}

  std::optional<Schedule> plan() {
    if (!check_options()) return std::nullopt;
    const Fabric fabric(options_.machine ? *options_.machine : flat_machine(problem_.ranks()),
                        problem_.ranks(), options_.gpus);
    const std::vector<Delivery> deliveries = deliveries_of(problem_);
    const ChainInput input{problem_, deliveries, fabric};
    const Candidates candidates = price_candidates(input, options_);
    if (candidates.all.empty()) return refuse_all(candidates.refusals), std::nullopt;
    return derive(input, candidates.all);
  }

 private:
  bool check_options();
  void refuse_all(const std::vector<Refusal>& refusals);
  Schedule derive(const ChainInput& input, const std::vector<Candidate>& candidates) const;
  bool refuse(std::string code, std::string message, std::string help);

  const Problem& problem_;
  const PlanOptions& options_;
  Diagnostics& diagnostics_;
};

bool Planner::refuse(std::string code, std::string message, std::string help) {
  Diagnostic diagnostic;
  diagnostic.code = std::move(code);
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
  diagnostics_.add(std::move(diagnostic));
  return false;
}

bool Planner::check_options() {
  bool good = true;
  if (options_.algorithm && chain_named(*options_.algorithm) == nullptr) {
    std::vector<std::string> names;
    for (const Chain& known : chains()) names.emplace_back(known.name);
    good = refuse("P101", fmt::format("there is no algorithm `{}`", *options_.algorithm),
                  did_you_mean(*options_.algorithm, names, "there are " + listed(names)));
  }
  if (options_.lanes && (*options_.lanes < 1 || *options_.lanes > kMostLanes))
    good = refuse("P103", fmt::format("{} lanes per rank: 1 to {} are possible", *options_.lanes, kMostLanes),
                  "leave `--lanes` out to let the planner choose");
  const std::int64_t element = size_of(problem_.dtype).value;
  if (options_.chunk && *options_.chunk < element)
    good = refuse("P104",
                  fmt::format("a chunk of {} bytes holds no element of {} bytes", *options_.chunk, element),
                  "leave `--chunk` out to let the planner choose");
  if (const std::int64_t pairs = pairs_of(problem_); pairs > kMostPairs)
    good = refuse(
        "P110",
        fmt::format("{} pairs of ranks would read of each other, the maximum is {}", pairs, kMostPairs),
        "take fewer ranks");
  return good;
}

/// Each reason once.
void Planner::refuse_all(const std::vector<Refusal>& refusals) {
  std::set<std::string> said;
  for (const Refusal& refusal : refusals)
    if (said.insert(refusal.message).second) refuse(refusal.code, refusal.message, refusal.help);
}

std::string manner_of(const Candidate& candidate) {
  const Style style = candidate.derivation.style;
  return fmt::format("{} in {}{}", candidate.chain->name, name_of(style.regime),
                     style.push && style.regime != Regime::packet ? " by pushing" : "");
}

std::string why_chosen(const std::vector<Candidate>& candidates) {
  const std::string chosen =
      fmt::format("{}: {:.2f} us predicted", manner_of(candidates[0]), candidates[0].predicted_s * 1e6);
  if (candidates.size() == 1) return chosen + ", and nothing else is open";
  return fmt::format("{}, the next best is {} with {:.2f} us", chosen, manner_of(candidates[1]),
                     candidates[1].predicted_s * 1e6);
}

Schedule Planner::derive(const ChainInput& input, const std::vector<Candidate>& candidates) const {
  const Candidate& chosen = candidates.front();
  Schedule schedule = schedule_of(chosen, input);
  const std::string lanes = fmt::format("{} {}", schedule.lanes, schedule.lanes == 1 ? "lane" : "lanes");
  schedule.reasons = {fmt::format("{}: {}", chosen.chain->name, chosen.chain->idea), why_chosen(candidates),
                      options_.lanes ? fmt::format("{}: asked for", lanes)
                                     : fmt::format("{}: more or fewer are predicted to be no faster", lanes)};
  return schedule;
}

}  // namespace

std::optional<Schedule> plan(const Problem& problem, const PlanOptions& options, Diagnostics& diagnostics) {
  return Planner(problem, options, diagnostics).plan();
}

}  // namespace purlin
