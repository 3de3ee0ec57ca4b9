#include "snac/plan.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "snac/derive/in_place.hpp"
#include "snac/derive/staged.hpp"
#include "snac/derive/zero_copy.hpp"

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
        exchange_(problem, transfers_of(problem)) {}

  std::optional<Schedule> plan() {
    if (!check_options()) return std::nullopt;
    choose_algorithm();
    if (!choose_regime()) return std::nullopt;
    choose_lanes();
    describe_buffers();
    return derive() ? std::optional(std::move(schedule_)) : std::nullopt;
  }

 private:
  bool check_options();
  void choose_algorithm();
  bool choose_regime();
  void choose_lanes();
  void describe_buffers();
  bool derive();
  bool derive_staged_regime(Sharing sharing);
  bool refuse(std::string code, std::string message, std::string help);
  void because(std::string reason) { schedule_.reasons.push_back(std::move(reason)); }

  const Problem& problem_;
  const PlanOptions& options_;
  Diagnostics& diagnostics_;
  Exchange exchange_;
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
  if (options_.algorithm && *options_.algorithm != "direct")
    good =
        refuse("P101", fmt::format("there is no algorithm `{}`", *options_.algorithm), "`direct` is there");
  if (options_.regime == Regime::packet)
    good = refuse("P102", "`direct` is not derived in the packet regime", "take zero_copy or staged");
  if (options_.lanes && (*options_.lanes < 1 || *options_.lanes > kMostLanes))
    good = refuse("P103", fmt::format("{} lanes per rank: 1 to {} are possible", *options_.lanes, kMostLanes),
                  "leave `--lanes` out to let the planner choose");
  const std::int64_t element = exchange_.element;
  if (options_.chunk && *options_.chunk < element)
    good = refuse("P104",
                  fmt::format("a chunk of {} bytes holds no element of {} bytes", *options_.chunk, element),
                  "leave `--chunk` out to let the planner choose");
  return good;
}

void Planner::choose_algorithm() {
  schedule_.algorithm = "direct";
  because("direct: every rank reads what it needs from whoever holds it, in one step");
}

bool Planner::choose_regime() {
  const std::string hazard = in_place_hazard(exchange_, options_.regime.value_or(Regime::zero_copy));
  schedule_.regime = options_.regime.value_or(hazard.empty() ? Regime::zero_copy : Regime::staged);
  if (options_.regime && hazard.empty()) {
    because(fmt::format("{}: asked for", name_of(schedule_.regime)));
    return true;
  }
  if (options_.regime)
    return refuse("P105", fmt::format("in place, {} is not possible: {}", name_of(*options_.regime), hazard),
                  "leave `--regime` out, or give input and output memory of their own");
  if (hazard.empty()) {
    because("zero_copy: buffers are peer-visible, so nothing needs to be staged");
    return true;
  }
  const std::string staged_hazard = in_place_hazard(exchange_, Regime::staged);
  if (!staged_hazard.empty())
    return refuse("P105", "no regime can do this in place: " + staged_hazard,
                  "give input and output memory of their own");
  because("staged: in place, an input must be staged before it is overwritten");
  return true;
}

void Planner::choose_lanes() {
  schedule_.problem = problem_;
  if (options_.lanes) {
    schedule_.lanes = *options_.lanes;
    because(fmt::format("{} lanes: asked for", schedule_.lanes));
  } else {
    const std::int64_t bytes = size_of(problem_).value;
    schedule_.lanes = static_cast<int>(std::clamp<std::int64_t>(bytes / kBytesPerLane, 1, kPlannedLanes));
    because(fmt::format("{} lanes: one per {} KiB of a rank's {} bytes, at most {}", schedule_.lanes,
                        kBytesPerLane / 1024, bytes, kPlannedLanes));
  }
  schedule_.lane_kinds.assign(static_cast<std::size_t>(schedule_.lanes), LaneKind::block);
}

void Planner::describe_buffers() {
  schedule_.machine = "flat";
  for (int rank = 0; rank < problem_.ranks(); ++rank) {
    const std::int64_t input = held_bytes(problem_, problem_.input, {rank}).value;
    const std::int64_t output = held_bytes(problem_, problem_.output, {rank}).value;
    const bool shares = shares_memory(problem_, {rank});
    const bool input_is_larger = problem_.in_place == InPlace::output_in_input;
    schedule_.buffers.input.push_back(shares && !input_is_larger ? 0 : input);
    schedule_.buffers.output.push_back(shares && input_is_larger ? 0 : output);
    schedule_.buffers.scratch.push_back(0);
  }
}

bool Planner::derive() {
  const bool in_place = problem_.in_place != InPlace::no;
  const Sharing sharing{schedule_.lanes, options_.chunk.value_or(0), exchange_.element, in_place};
  if (schedule_.regime == Regime::staged) return derive_staged_regime(sharing);
  schedule_.chunk = sharing.chunk;
  derive_zero_copy(exchange_, sharing, schedule_);
  return true;
}

bool Planner::derive_staged_regime(Sharing sharing) {
  const WindowPlan window(exchange_, sharing, options_.window_half.value_or(kWindowHalf));
  if (!window.refusal().empty())
    return refuse("P106", window.refusal(), "take fewer lanes, a smaller chunk or a larger window");
  schedule_.chunk = window.sharing().chunk;
  because(fmt::format("{} rounds of {}, {} of them in the window at a time", window.rounds(),
                      schedule_.chunk == 0 ? "everything" : fmt::format("{} bytes a piece", schedule_.chunk),
                      window.depth()));
  derive_staged(exchange_, window, schedule_);
  return true;
}

}  // namespace

std::optional<Schedule> plan(const Problem& problem, const PlanOptions& options, Diagnostics& diagnostics) {
  return Planner(problem, options, diagnostics).plan();
}

}  // namespace purlin
