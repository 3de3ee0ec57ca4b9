#include "tests/snac/host/planned.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "snac/chain.hpp"
#include "spec/named_collectives.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/snac/chains/specs.hpp"

namespace purlin::testing {
namespace {

/// Who moves the bytes; packets leave no choice.
struct Way {
  Regime regime;
  bool push;
};
constexpr std::array kWays = {Way{Regime::packet, true}, Way{Regime::zero_copy, false},
                              Way{Regime::zero_copy, true}, Way{Regime::staged, false},
                              Way{Regime::staged, true}};

Problem problem_of_kind(std::string_view kind, int ranks, const std::string& size) {
  Overrides overrides;
  overrides.ranks = ranks;
  overrides.size = size;
  Diagnostics diagnostics;
  std::optional<Spec> spec = read_spec(std::string(kind), overrides, diagnostics);
  REQUIRE(spec);
  return spec->problem;
}

void add_plans(std::vector<Planned>& plans, const std::string& spec, const Problem& problem, int lanes) {
  for (const Chain& chain : chains())
    for (const Way& way : kWays) {
      PlanOptions options;
      options.algorithm = chain.name;
      options.regime = way.regime;
      if (way.regime != Regime::packet) options.push = way.push;
      options.lanes = lanes;
      Diagnostics refused;
      if (auto schedule = plan(problem, options, refused))
        plans.push_back(
            {{spec, fmt::format("{} ranks", problem.ranks()), std::string(chain.name),
              std::string(name_of(way.regime)), way.push ? "push" : "pull", fmt::format("{} lanes", lanes)},
             std::move(*schedule)});
    }
}

void add_kinds(std::vector<Planned>& plans, int ranks, const std::string& size, int lanes) {
  for (const NamedCollective& kind : kNamedCollectives) {
    const std::size_t before = plans.size();
    const std::string name(kind.name);
    add_plans(plans, name, problem_of_kind(name, ranks, size), lanes);
    REQUIRE(plans.size() > before);
  }
}

}  // namespace

VerifiedSchedule verified(Schedule schedule) {
  Verification verification = verify(std::move(schedule));
  for (const Check& check : verification.checks) {
    INFO(check.name << " " << check.rule << " " << check.counterexample);
    REQUIRE(check.verdict == Verdict::pass);
  }
  return *verification.schedule;
}

VerifiedSchedule planned(const Problem& problem, const PlanOptions& options) {
  Diagnostics diagnostics;
  std::optional<Schedule> schedule = plan(problem, options, diagnostics);
  REQUIRE(schedule);
  return verified(std::move(*schedule));
}

std::string Planned::name() const { return fmt::format("{}", fmt::join(manner, ", ")); }

std::vector<Planned> every_manner(int ranks, const std::string& size, int lanes) {
  std::vector<Planned> plans;
  add_kinds(plans, ranks, size, lanes);
  for (const ShortSpec& spec : chain_specs(ranks, 12))
    if (spec.shape.find(',') != std::string::npos)
      add_plans(plans, spec.input + " -> " + spec.output, problem_of(spec), lanes);
  return plans;
}

std::vector<Named> every_plan(int ranks, const std::string& size, int lanes) {
  std::vector<Planned> plans;
  add_kinds(plans, ranks, size, lanes);
  std::vector<Named> proved;
  for (Planned& one : plans) proved.push_back({one.name(), verified(std::move(one.schedule))});
  return proved;
}

}  // namespace purlin::testing
