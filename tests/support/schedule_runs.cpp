#include "tests/support/schedule_runs.hpp"

#include <fmt/format.h>

#include <array>

#include "snac/chain.hpp"
#include "snac/host/stream.hpp"
#include "tests/support/random.hpp"
#include "tests/support/world.hpp"

namespace purlin::testing {
namespace {

constexpr std::array kPoisons = {std::byte{0xff}, std::byte{0xa5}};  // NaN in every float type, and not NaN

std::string first_failure(const Verification& verification) {
  for (const Check& check : verification.checks)
    if (check.verdict == Verdict::fail) return fmt::format("{}: {}", check.rule, check.counterexample);
  return "verify() gave no schedule and no reason";
}

std::string print(const HangReport& hang) {
  return fmt::format("rank {} lane {} action {} waits for {} of {}, sees {}", hang.first.rank.value,
                     hang.first.lane, hang.first.action, hang.first.expected, hang.first.signal,
                     hang.first.seen);
}

Rounding rounding_of(const Schedule& schedule) {
  return chain_named(schedule.algorithm)->is_flat ? Rounding::once : Rounding::per_hop;
}

std::string execute(const VerifiedSchedule& schedule, const Run& run) {
  const Problem& problem = schedule->problem;
  host::Stream stream(problem.ranks());
  World world(problem);
  for (std::size_t launch = 0; launch < kPoisons.size(); ++launch) {
    const Oracle oracle(problem, run.seed + launch, run.data);
    world.fill(oracle, kPoisons[launch]);
    const auto buffers = world.buffers();
    const RunReport report =
        launch == 0 ? stream.launch(schedule, buffers) : stream.interleave(schedule, buffers, run.seed);
    if (report.hang) return print(*report.hang);
    if (std::string wrong = world.check(oracle, rounding_of(*schedule)); !wrong.empty())
      return fmt::format("launch {}: {}", launch, wrong);
  }
  return "";
}

/// A window that a tight bound does not allow is planned again without the bound.
std::optional<Schedule> plan_or_loosen(const Problem& problem, PlanOptions options,
                                       Diagnostics& diagnostics) {
  Diagnostics tight;
  if (auto schedule = plan(problem, options, options.window_half ? tight : diagnostics)) return schedule;
  if (!options.window_half) return std::nullopt;
  options.window_half.reset();
  return plan(problem, options, diagnostics);
}

/// A way to move data: the part of a plan that has a name.
struct Way {
  std::string_view algorithm;
  Regime regime;
  bool push;
};

std::vector<Way> ways() {
  std::vector<Way> all;
  for (const Chain& chain : chains())
    for (Regime regime : {Regime::zero_copy, Regime::staged, Regime::packet})
      for (bool push : {false, true})
        if (!push || regime == Regime::staged) all.push_back({chain.name, regime, push});
  return all;
}

PlanOptions draw_options(const Problem& problem, Random& random, const Way& way) {
  constexpr std::array<int, 5> kLanes = {1, 1, 2, 3, 5};
  const std::int64_t element = size_of(problem.dtype).value;
  const std::int64_t elements = size_of(problem).value / element;
  PlanOptions options;
  options.algorithm = std::string(way.algorithm);
  options.regime = way.regime;
  if (way.push) options.push = true;
  options.lanes = random.pick(kLanes);
  if (random.chance(60)) options.chunk = element * std::max<std::int64_t>(1, elements / random.between(2, 9));
  const std::int64_t piece = (options.chunk.value_or(element * elements) + 127) / 128 * 128;
  if (random.chance(50))
    options.window_half = *options.lanes * problem.ranks() * piece * random.between(1, 3);
  return options;
}

}  // namespace

Outcome plan_and_run(const Problem& problem, const Run& run) {
  Diagnostics diagnostics;
  const auto schedule = plan_or_loosen(problem, run.options, diagnostics);
  if (!schedule)
    return {"", diagnostics.all().empty() ? "no reason given" : diagnostics.all().front().message};
  const Verification verification = verify(*schedule);
  if (!verification.schedule) return {first_failure(verification), ""};
  return {execute(*verification.schedule, run), ""};
}

std::vector<PlanOptions> some_plans(const Problem& problem, std::uint64_t variety, int at_most) {
  const std::vector<Way> all = ways();
  Random random(variety);
  std::vector<PlanOptions> plans;
  for (int i = 0; i < at_most; ++i)
    plans.push_back(
        draw_options(problem, random, all[(variety + static_cast<std::uint64_t>(i)) % all.size()]));
  return plans;
}

std::string print(const PlanOptions& options) {
  std::string text = options.algorithm.value_or("any algorithm");
  if (options.regime) text += fmt::format(", {}", name_of(*options.regime));
  if (options.push) text += *options.push ? ", push" : ", pull";
  if (options.lanes) text += fmt::format(", {} lanes", *options.lanes);
  if (options.chunk) text += fmt::format(", chunk {}", *options.chunk);
  if (options.window_half) text += fmt::format(", window {}", *options.window_half);
  return text;
}

}  // namespace purlin::testing
