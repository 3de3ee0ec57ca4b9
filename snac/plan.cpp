#include "snac/plan.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "snac/chain.hpp"
#include "snac/derive/derive.hpp"
#include "snac/derive/in_place.hpp"
#include "snac/relays.hpp"
#include "spec/nearest.hpp"

namespace purlin {
namespace {

constexpr std::int64_t kBytesPerLane = 64 * 1024;  // below, one more lane costs more than it moves
constexpr int kPlannedLanes = 4;                   // per rank, unless forced
constexpr int kMostLanes = 1024;
constexpr std::int64_t kWindowHalf = 64 * 1024 * 1024;  // bytes that a rank stages at a time, unless forced

class Planner {
 public:
  Planner(const Problem& problem, const PlanOptions& options, Diagnostics& diagnostics)
      : problem_(problem),
        options_(options),
        diagnostics_(diagnostics),
        fabric_(options.machine ? *options.machine : flat_machine(problem.ranks()), problem.ranks(),
                options.gpus),
        deliveries_(deliveries_of(problem)),
        input_{problem_, deliveries_, fabric_} {}

  std::optional<Schedule> plan() {
    schedule_.problem = problem_;
    schedule_.machine = fabric_.machine().name;
    if (!check_options() || !choose_algorithm() || !choose_regime()) return std::nullopt;
    choose_lanes();
    return derive() ? std::optional(std::move(schedule_)) : std::nullopt;
  }

 private:
  bool check_options();
  bool choose_algorithm();
  bool choose_regime();
  void choose_lanes();
  bool derive();
  bool refuse(std::string code, std::string message, std::string help);
  void because(std::string reason) { schedule_.reasons.push_back(std::move(reason)); }

  const Problem& problem_;
  const PlanOptions& options_;
  Diagnostics& diagnostics_;
  const Fabric fabric_;
  const std::vector<Delivery> deliveries_;
  const ChainInput input_;
  Flows flows_;
  Schedule schedule_;
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
  if (options_.lanes && (*options_.lanes < 1 || *options_.lanes > kMostLanes))
    good = refuse("P103", fmt::format("{} lanes per rank: 1 to {} are possible", *options_.lanes, kMostLanes),
                  "leave `--lanes` out to let the planner choose");
  const std::int64_t element = size_of(problem_.dtype).value;
  if (options_.chunk && *options_.chunk < element)
    good = refuse("P104",
                  fmt::format("a chunk of {} bytes holds no element of {} bytes", *options_.chunk, element),
                  "leave `--chunk` out to let the planner choose");
  return good;
}

bool Planner::choose_algorithm() {
  const std::string name = options_.algorithm.value_or("direct");
  const Chain* chain = chain_named(name);
  if (chain == nullptr) {
    std::vector<std::string> names;
    for (const Chain& known : chains()) names.emplace_back(known.name);
    return refuse("P101", fmt::format("there is no algorithm `{}`", name),
                  did_you_mean(name, names, "there are " + listed(names)));
  }
  if (std::string why = chain->refusal(input_); !why.empty())
    return refuse("P102", fmt::format("`{}` does not apply: {}", name, why),
                  "leave `--algorithm` out to let the planner choose");
  if (options_.deterministic && problem_.op != ReduceOp::copy && !chain->is_flat)
    return refuse(
        "P109", fmt::format("`{}` reduces in an order that depends on ranks and sizes", name),
        "leave `--algorithm` or `--deterministic` out; `direct` and `two_phase` reduce in rank order");
  schedule_.algorithm = name;
  because(fmt::format("{}: {}", name, chain->idea));
  flows_ = chain->flows(input_);
  if (std::string why = add_relays(flows_, fabric_); !why.empty())
    return refuse("P108", fmt::format("{} on {}", why, fabric_.machine().name),
                  "place ranks on GPUs that links connect");
  return true;
}

bool Planner::choose_regime() {
  if (options_.regime == Regime::zero_copy && options_.push.value_or(false))
    return refuse("P107", "zero_copy pulls", "push in the staged or the packet regime");
  const Regime wish = options_.regime.value_or(Regime::zero_copy);
  const std::string hazard = in_place_hazard(problem_, flows_, {wish});
  schedule_.regime = wish;
  if (hazard.empty()) {
    because(options_.regime ? fmt::format("{}: asked for", name_of(wish))
                            : "zero_copy: buffers are peer-visible, so nothing needs to be staged");
    return true;
  }
  if (options_.regime)
    return refuse("P105", fmt::format("in place, {} is not possible: {}", name_of(wish), hazard),
                  "leave `--regime` out, or give input and output memory of their own");
  const std::string staged_hazard = in_place_hazard(problem_, flows_, {Regime::staged});
  if (!staged_hazard.empty())
    return refuse("P105", "no regime can do this in place: " + staged_hazard,
                  "give input and output memory of their own");
  schedule_.regime = Regime::staged;
  because("staged: in place, an input must be staged before it is overwritten");
  return true;
}

void Planner::choose_lanes() {
  if (options_.lanes) {
    schedule_.lanes = *options_.lanes;
    because(fmt::format("{} lanes: asked for", schedule_.lanes));
  } else {
    const std::int64_t bytes = size_of(problem_).value;
    schedule_.lanes = static_cast<int>(std::clamp<std::int64_t>(bytes / kBytesPerLane, 1, kPlannedLanes));
    because(fmt::format("{} lanes: one per {} KiB of a rank's {} bytes, at most {}", schedule_.lanes,
                        kBytesPerLane / 1024, bytes, kPlannedLanes));
  }
}

bool Planner::derive() {
  const bool in_place = problem_.in_place != InPlace::no;
  Derivation derivation{
      {schedule_.regime},
      {schedule_.lanes, options_.chunk.value_or(0), size_of(problem_.dtype).value, in_place},
      options_.window_half.value_or(kWindowHalf)};
  const std::string refusal = purlin::derive(flows_, derivation, schedule_);
  if (!refusal.empty())
    return refuse("P106", refusal, "take fewer lanes, a smaller chunk or a larger window");
  return true;
}

}  // namespace

std::optional<Schedule> plan(const Problem& problem, const PlanOptions& options, Diagnostics& diagnostics) {
  return Planner(problem, options, diagnostics).plan();
}

}  // namespace purlin
