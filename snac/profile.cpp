#include "snac/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "spec/edit_machine.hpp"
#include "spec/named_collectives.hpp"
#include "spec/nearest.hpp"

namespace purlin {
namespace {

constexpr std::array kLaunches = {&Machine::launch_graph_ns, &Machine::launch_pipelined_ns,
                                  &Machine::launch_synchronous_ns};

/// Its kind, or the ragged alias; empty for a pair of layouts.
std::string_view collective_of(const Problem& problem) {
  const NamedCollective* kind = named_collective(problem.kind);
  if (kind == nullptr) return {};
  const bool ragged =
      std::ranges::any_of(problem.axes, [](const Axis& axis) { return axis.ragged.has_value(); });
  return ragged && !kind->ragged_alias.empty() ? kind->ragged_alias : kind->name;
}

std::vector<std::string> collectives_of(const Profile& profile) {
  std::vector<std::string> names;
  for (const ProfileChoice& choice : profile.choices) names.push_back(choice.collective);
  return names;
}

/// The number is checked by the rules of machines, the origin is the profile's.
bool set(Machine& machine, const ProfileConstant& own, Diagnostics& diagnostics) {
  if (!set_constants(machine, {{own.key, own.constant.number}}, diagnostics)) return false;
  for (ConstantSlot& slot : constant_slots(machine))
    if (slot.key == own.key) *slot.constant = own.constant;
  return true;
}

}  // namespace

const ProfileWay* way_for(const Profile& profile, const Problem& problem, Diagnostics& diagnostics) {
  const std::string_view wanted = collective_of(problem);
  const auto choice = std::ranges::find(profile.choices, wanted, &ProfileChoice::collective);
  if (choice == profile.choices.end()) {
    Diagnostic& diagnostic = diagnostics.add({});
    diagnostic.code = "P305";
    diagnostic.message = fmt::format("profile {} does not say how it does {}", profile.name,
                                     wanted.empty() ? std::string("pairs of layouts") : std::string(wanted));
    diagnostic.help = "it knows " + listed(collectives_of(profile));
    return nullptr;
  }
  const std::int64_t size = size_of(problem).value;
  const auto step = std::ranges::find_if(
      choice->steps, [&](const ProfileChoice::Step& s) { return !s.up_to || size <= *s.up_to; });
  PURLIN_ASSERT(step != choice->steps.end());
  return &*std::ranges::find(profile.ways, step->way, &ProfileWay::name);
}

std::optional<Machine> machine_under(const Profile& profile, const ProfileWay& way, Machine machine,
                                     Diagnostics& diagnostics) {
  for (const auto* constants : {&profile.constants, &way.constants})
    for (const ProfileConstant& own : *constants)
      if (!set(machine, own, diagnostics)) return std::nullopt;
  for (Constant Machine::* launch : kLaunches) (machine.*launch).number += way.overhead_ns.value_or(0);
  return machine;
}

PlanOptions plan_under(const ProfileWay& way, PlanOptions options) {
  options.algorithm = way.algorithm;
  options.regime = way.regime;
  if (way.regime != Regime::packet) options.push = way.push;
  if (way.lanes.known) options.lanes = static_cast<int>(way.lanes.number);
  if (way.chunk_bytes.known) options.chunk = static_cast<std::int64_t>(way.chunk_bytes.number);
  return options;
}

}  // namespace purlin
