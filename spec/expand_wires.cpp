#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "spec/machine_draft.hpp"
#include "spec/nearest.hpp"
#include "spec/size.hpp"

namespace purlin {
namespace {

/// Turns patterns into wires, and drops what an extended machine no longer uses.
class WireExpander {
 public:
  WireExpander(MachineDraft& draft, const Source& source)
      : draft_(draft), machine_(draft.machine), source_(source) {}

  void expand_all() {
    for (const MachineDraft::WirePattern& pattern : draft_.wires) expand(pattern);
    drop_unused_links();
    drop_unused_hubs();
  }

 private:
  std::vector<std::string> known_ends() const {
    std::vector<std::string> names = {"gpu*", "gpu0", fmt::format("gpu0-{}", machine_.gpus - 1)};
    for (const Hub& hub : machine_.hubs) names.push_back(hub.name);
    return names;
  }

  std::vector<int> nodes_of(const Placed<std::string>& end) const {
    if (const auto nodes = gpu_range(end.value)) return *nodes;
    if (const auto node = machine_.node_named(end.value)) return {*node};
    const std::vector<std::string> names = known_ends();
    source_.error("M112", end.place, fmt::format("no end {} of a wire", end.value),
                  did_you_mean(end.value, names,
                               fmt::format("ends are {} to gpu{}, gpu*, and the hubs: [hub.NAME]", "gpu0",
                                           machine_.gpus - 1)));
    return {};
  }

  /// `gpu*`, `gpu2-3`.
  std::optional<std::vector<int>> gpu_range(std::string_view text) const {
    int first = 0, last = machine_.gpus - 1;
    if (text != "gpu*") {
      const auto dash = text.find('-');
      if (!text.starts_with("gpu") || dash == std::string_view::npos) return std::nullopt;
      const auto a = parse_integer(text.substr(3, dash - 3)), b = parse_integer(text.substr(dash + 1));
      if (!a || !b || *a < 0 || *b < *a || *b > last) return std::nullopt;
      first = static_cast<int>(*a), last = static_cast<int>(*b);
    }
    std::vector<int> nodes(static_cast<std::size_t>(last - first + 1));
    std::iota(nodes.begin(), nodes.end(), first);
    return nodes;
  }

  void expand(const MachineDraft::WirePattern& pattern) {
    const auto link = std::ranges::find(machine_.links, pattern.link.value, &LinkKind::name);
    if (link == machine_.links.end()) {
      std::vector<std::string> names;
      for (const LinkKind& known : machine_.links) names.push_back(known.name);
      source_.error("M113", pattern.link.place, fmt::format("no kind of link {}", pattern.link.value),
                    did_you_mean(pattern.link.value, names, "declare it: [link." + pattern.link.value + "]"));
      return;
    }
    const int kind = static_cast<int>(link - machine_.links.begin());
    const bool same = pattern.a.value == pattern.b.value;
    const std::vector<int> bs = nodes_of(pattern.b);
    for (int a : nodes_of(pattern.a))
      for (int b : bs)
        if (!same || a < b || bs.size() == 1) add_wire({a, b, kind, pattern.count}, pattern.b.place);
  }

  void add_wire(const Wire& wire, const SourcePlace& place) {
    const std::string a = machine_.node_name(wire.a), b = machine_.node_name(wire.b);
    if (wire.a == wire.b) {
      source_.error("M114", place, fmt::format("a wire joins {} with itself", a), "name two ends");
    } else if (joined_.contains(std::minmax(wire.a, wire.b))) {
      source_.error("M114", place, fmt::format("{} and {} are joined by two wires", a, b),
                    "say parallel links as one wire's count");
    } else {
      machine_.wires.push_back(wire);
      joined_.insert(std::minmax(wire.a, wire.b));
    }
  }

  void report_unused(const std::string& key, const std::string& what) const {
    if (draft_.inherited.contains(key)) return;
    source_.error("M115", draft_.place_of(key, source_), fmt::format("no wire uses {} ", what) + key,
                  "name it in [topology], or drop it");
  }

  void drop_unused_links() {
    std::vector<LinkKind> used;
    for (std::size_t i = 0; i < machine_.links.size(); ++i) {
      const auto uses = [&](const Wire& wire) { return wire.link == static_cast<int>(i); };
      if (std::ranges::none_of(machine_.wires, uses)) {
        report_unused("link." + machine_.links[i].name, "the link");
        continue;
      }
      for (Wire& wire : machine_.wires)
        if (uses(wire)) wire.link = static_cast<int>(used.size());
      used.push_back(machine_.links[i]);
    }
    machine_.links = std::move(used);
  }

  void drop_unused_hubs() {
    std::vector<Hub> used;
    for (std::size_t i = 0; i < machine_.hubs.size(); ++i) {
      const int node = machine_.gpus + static_cast<int>(i);
      const auto uses = [&](const Wire& wire) { return wire.a == node || wire.b == node; };
      if (std::ranges::none_of(machine_.wires, uses)) {
        report_unused("hub." + machine_.hubs[i].name, "the hub");
        continue;
      }
      for (Wire& wire : machine_.wires) renumber(wire, node, machine_.gpus + static_cast<int>(used.size()));
      used.push_back(machine_.hubs[i]);
    }
    machine_.hubs = std::move(used);
  }

  static void renumber(Wire& wire, int from, int to) {
    if (wire.a == from) wire.a = to;
    if (wire.b == from) wire.b = to;
  }

  MachineDraft& draft_;
  Machine& machine_;
  const Source& source_;
  std::set<std::pair<int, int>> joined_;
};

}  // namespace

void expand_wires(MachineDraft& draft, const Source& source) { WireExpander(draft, source).expand_all(); }

}  // namespace purlin
