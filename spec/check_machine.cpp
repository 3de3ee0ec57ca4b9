#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "spec/machine_draft.hpp"
#include "spec/nearest.hpp"

namespace purlin {
namespace {

class MachineChecker {
 public:
  MachineChecker(const MachineDraft& draft, const Source& source)
      : draft_(draft), machine_(draft.machine), source_(source) {}

  bool has_all_constants() { return check_required(machine_constants(), machine_, ""); }

  void check() {
    for (const LinkKind& link : machine_.links) check_link(link);
    check_shape();
    check_connected();
  }

 private:
  template <class Owner>
  bool check_required(const std::vector<ConstantRule<Owner>>& rules, const Owner& owner,
                      const std::string& prefix) {
    std::vector<std::string> missing;
    for (const ConstantRule<Owner>& rule : rules)
      if (rule.required && !(owner.*rule.member).known) missing.push_back(prefix + std::string(rule.key));
    if (missing.empty()) return true;
    source_.error("M106", draft_.place_of(prefix.substr(0, prefix.find_last_of('.')), source_),
                  fmt::format("the model lacks {}", listed(missing)),
                  "say them, or extend a built-in machine: extends = \"hgx-h200\"");
    return false;
  }

  void check_link(const LinkKind& link) {
    const std::string prefix = "link." + link.name + ".";
    if (!check_required(link_constants(), link, prefix)) return;
    for (const ConstantRule<LinkKind>& rule : link_constants()) {
      const Constant& rate = link.*rule.member;
      if (rate.known && rate.number > link.nominal_GBps.number)
        source_.error("M107", draft_.place_of(prefix + std::string(rule.key), source_),
                      fmt::format("{}{} is {} GB/s, more than the link's {}", prefix, rule.key, rate.number,
                                  link.nominal_GBps.number),
                      "rates are per link and direction, payload alone");
    }
  }

  void check_shape() {
    const SourcePlace file{source_.name()};
    if (machine_.loopback && (machine_.gpus != 1 || !machine_.wires.empty()))
      source_.error("M117", file, "a loopback model has one GPU and no wires", "all ranks share gpu0");
    if (machine_.any_size && !resizable())
      source_.error("M118", file, "any_size needs every GPU wired alike, and to hubs only",
                    R"(wires = [{ ends = ["gpu*", "switch"], link = "nvlink", count = 18 }])");
  }

  bool resizable() const {
    const auto outer = [&](const Wire& wire) { return machine_.is_gpu(wire.a) && !machine_.is_gpu(wire.b); };
    if (!std::ranges::all_of(machine_.wires, outer)) return false;
    const auto wires_of = [&](int gpu) {
      std::vector<Wire> all;
      for (const Wire& wire : machine_.wires)
        if (wire.a == gpu) all.push_back({0, wire.b, wire.link, wire.count});
      return all;
    };
    for (int gpu = 1; gpu < machine_.gpus; ++gpu)
      if (wires_of(gpu) != wires_of(0)) return false;
    return true;
  }

  /// Every node's group, named by its least member.
  std::vector<int> groups() const {
    std::vector<int> group(static_cast<std::size_t>(machine_.nodes()));
    std::iota(group.begin(), group.end(), 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Wire& wire : machine_.wires) {
        int &a = group[static_cast<std::size_t>(wire.a)], &b = group[static_cast<std::size_t>(wire.b)];
        changed |= a != b;
        a = b = std::min(a, b);
      }
    }
    return group;
  }

  void check_connected() {
    const std::vector<int> group = groups();
    for (int gpu = 1; gpu < machine_.gpus; ++gpu)
      if (group[static_cast<std::size_t>(gpu)] != 0)
        return source_.error("M116", {source_.name()}, fmt::format("no wires lead from gpu0 to gpu{}", gpu),
                             "every GPU reaches every other over wires, hubs or GPUs that relay");
  }

  const MachineDraft& draft_;
  const Machine& machine_;
  const Source& source_;
};

}  // namespace

SourcePlace MachineDraft::place_of(const std::string& key, const Source& source) const {
  const auto found = places.find(key);
  return found == places.end() ? SourcePlace{source.name()} : found->second;
}

std::optional<Machine> finished(MachineDraft draft, const Source& source) {
  if (source.diagnostics().has_errors()) return std::nullopt;
  MachineChecker checker(draft, source);
  if (!checker.has_all_constants()) return std::nullopt;
  draft.machine.gpus = static_cast<int>(draft.machine.gpu_count);
  expand_wires(draft, source);
  if (!source.diagnostics().has_errors()) checker.check();
  return source.diagnostics().has_errors() ? std::nullopt : std::optional(std::move(draft.machine));
}

}  // namespace purlin
