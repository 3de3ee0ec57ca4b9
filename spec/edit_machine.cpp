#include "spec/edit_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "spec/nearest.hpp"
#include "spec/read_constant.hpp"
#include "spec/topology.hpp"

namespace purlin {
namespace {

bool refuse(Diagnostics& diagnostics, std::string code, std::string message, std::string help) {
  Diagnostic& diagnostic = diagnostics.add({});
  diagnostic.code = std::move(code);
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
  return false;
}

std::optional<double> parse_real(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// The names on both sides of `between`, or nullopt.
std::optional<std::pair<std::string, std::string>> halves(const std::string& text, char between) {
  const auto at = text.find(between);
  if (at == std::string::npos) return std::nullopt;
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

std::vector<std::string> wire_names(const Machine& machine) {
  std::vector<std::string> names;
  for (const Wire& wire : machine.wires)
    names.push_back(machine.node_name(wire.a) + ":" + machine.node_name(wire.b));
  return names;
}

auto find_wire(Machine& machine, const std::string& ends) {
  const auto names = halves(ends, ':');
  const auto a = names ? machine.node_named(names->first) : std::nullopt;
  const auto b = names ? machine.node_named(names->second) : std::nullopt;
  return std::ranges::find_if(machine.wires, [&](const Wire& wire) {
    return a && b && std::minmax(wire.a, wire.b) == std::minmax(*a, *b);
  });
}

/// Two GPUs that nothing connects, not even others' relaying.
std::optional<std::pair<int, int>> parted(const Machine& machine) {
  const Topology topology(machine);
  for (int gpu = 1; gpu < machine.gpus; ++gpu)
    if (topology.relay({0}, {gpu}).empty()) return std::pair(0, gpu);
  return std::nullopt;
}

bool set_constant(Machine& machine, const std::string& key, double number, Diagnostics& diagnostics) {
  const std::vector<ConstantSlot> slots = constant_slots(machine);
  const auto found = std::ranges::find(slots, key, &ConstantSlot::key);
  if (found == slots.end()) {
    std::vector<std::string> keys;
    for (const ConstantSlot& slot : slots) keys.push_back(slot.key);
    return refuse(diagnostics, "M201", fmt::format("machine {} has no constant {}", machine.name, key),
                  did_you_mean(key, keys, fmt::format("`purlin machine {}` shows them", machine.name)));
  }
  if (const auto why = impossible(number, {found->whole, found->least, found->most}))
    return refuse(diagnostics, "M202", fmt::format("{} cannot be {}", key, number), *why);
  if (found->constant == &machine.gpu_count) {
    if (!machine.any_size)
      return refuse(diagnostics, "M203",
                    fmt::format("machine {} has the {} GPUs that its wires join", machine.name, machine.gpus),
                    "--machine flat has any number");
    machine = with_gpus(std::move(machine), static_cast<int>(number));
  }
  *found->constant = {true, number, "set by option", Confidence::unconfirmed};
  return true;
}

/// No datapath is faster than its link.
bool rates_fit(const Machine& machine, Diagnostics& diagnostics) {
  bool fit = true;
  for (const LinkKind& link : machine.links)
    for (const ConstantRule<LinkKind>& rule : link_constants())
      if (const Constant& rate = link.*rule.member; rate.known && rate.number > link.nominal_GBps.number)
        fit = refuse(diagnostics, "M107",
                     fmt::format("link.{}.{} would be {} GB/s, more than the link's {}", link.name, rule.key,
                                 rate.number, link.nominal_GBps.number),
                     fmt::format("set link.{}.nominal_GBps too", link.name));
  return fit;
}

}  // namespace

bool set_constants(Machine& machine, const std::vector<Setting>& settings, Diagnostics& diagnostics) {
  for (const Setting& setting : settings)
    if (!set_constant(machine, setting.key, setting.number, diagnostics)) return false;
  return rates_fit(machine, diagnostics);
}

bool take_down(Machine& machine, const std::string& ends, Diagnostics& diagnostics) {
  const auto wire = find_wire(machine, ends);
  if (wire == machine.wires.end())
    return refuse(
        diagnostics, "M204", fmt::format("machine {} has no link {}", machine.name, ends),
        did_you_mean(ends, wire_names(machine), fmt::format("`purlin machine {}` shows them", machine.name)));
  machine.wires.erase(wire);
  machine.any_size = false;
  if (const auto pair = parted(machine))
    return refuse(
        diagnostics, "M205",
        fmt::format("without the link {} gpu{} and gpu{} are not connected", ends, pair->first, pair->second),
        "no collective can run on what remains");
  return true;
}

bool slow_down(Machine& machine, const std::string& gpu_and_factor, Diagnostics& diagnostics) {
  const auto parts = halves(gpu_and_factor, '=');
  const auto factor = parts ? parse_real(parts->second) : std::nullopt;
  auto node = parts ? machine.node_named(parts->first) : std::nullopt;
  if (parts && !node) node = machine.node_named("gpu" + parts->first);
  if (!node || !machine.is_gpu(*node) || !factor || !(*factor > 0 && *factor <= 1))
    return refuse(
        diagnostics, "M206", fmt::format("{} slows no GPU of {}", gpu_and_factor, machine.name),
        fmt::format("write GPU=FACTOR with gpu0 to gpu{} and a factor above 0 and up to 1: gpu0=0.5",
                    machine.gpus - 1));
  machine.gpu_speed.resize(static_cast<std::size_t>(machine.gpus), 1);
  machine.gpu_speed[static_cast<std::size_t>(*node)] *= *factor;
  machine.any_size = false;
  return true;
}

std::optional<Machine> sized_for(Machine machine, int ranks, Diagnostics& diagnostics) {
  if (machine.any_size) return with_gpus(std::move(machine), ranks);
  if (machine.loopback || ranks <= machine.gpus) return machine;
  refuse(diagnostics, "M207",
         fmt::format("{} ranks, but machine {} has {} GPUs", ranks, machine.name, machine.gpus),
         "ask for fewer ranks, or take a larger machine (flat has any size)");
  return std::nullopt;
}

}  // namespace purlin
