#include <fmt/format.h>

#include <algorithm>

#include "cli/render/machine_report.hpp"
#include "cli/render/table.hpp"

namespace purlin::cli {
namespace {

constexpr int kMostMatrixGpus = 32;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::string rate_text(const Machine& machine, const Wire& wire) {
  const LinkKind& link = machine.links[at(wire.link)];
  return fmt::format("{} x {}, {:g} GB/s each way", wire.count, link.name,
                     wire.count * link.nominal_GBps.number);
}

/// Trees over all wires that touch a hub; wires that would close a circle are listed below them.
class HubDrawing {
 public:
  explicit HubDrawing(const Machine& machine) : machine_(machine), drawn_(at(machine.nodes()), false) {}

  std::string draw() {
    while (const auto root = next_root()) {
      add(name_of(*root));
      drawn_[at(*root)] = true;
      draw_below(*root, "");
    }
    for (const Wire& wire : circles_)
      add(fmt::format("also {} and {}: {}", machine_.node_name(wire.a), machine_.node_name(wire.b),
                      rate_text(machine_, wire)));
    return text_;
  }

 private:
  struct Child {
    int node = 0;
    Wire wire;
  };

  void add(const std::string& line) { text_ += "  " + line + "\n"; }

  std::string name_of(int node) const {
    const Hub& hub = machine_.hubs[at(node - machine_.gpus)];
    std::string name = hub.name + (hub.title.empty() ? "" : ": " + hub.title);
    if (hub.rate_GBps.known)
      name += fmt::format(" ({:g} GB/s for all that crosses it)", hub.rate_GBps.number);
    return name;
  }

  /// The undrawn hub with the fewest GPUs at hand: the top of a tree.
  std::optional<int> next_root() const {
    std::optional<int> root;
    for (int node = machine_.gpus; node < machine_.nodes(); ++node)
      if (!drawn_[at(node)] && (!root || gpus_at(node) < gpus_at(*root))) root = node;
    return root;
  }

  int gpus_at(int node) const {
    return static_cast<int>(std::ranges::count_if(machine_.wires, [&](const Wire& wire) {
      return (wire.a == node && machine_.is_gpu(wire.b)) || (wire.b == node && machine_.is_gpu(wire.a));
    }));
  }

  std::vector<Child> children_of(int node, int parent) {
    std::vector<Child> children;
    for (const Wire& wire : machine_.wires) {
      if (wire.a != node && wire.b != node) continue;
      const int other = wire.a == node ? wire.b : wire.a;
      if (other == parent) continue;
      if (drawn_[at(other)]) {
        if (std::ranges::find(circles_, wire) == circles_.end()) circles_.push_back(wire);
        continue;
      }
      drawn_[at(other)] = true;
      children.push_back({other, wire});
    }
    return children;
  }

  /// GPUs in a row with the same wire are one line.
  std::size_t run_of(const std::vector<Child>& children, std::size_t first) const {
    std::size_t last = first;
    while (last + 1 < children.size() && machine_.is_gpu(children[first].node) &&
           children[last + 1].node == children[last].node + 1 && machine_.is_gpu(children[last + 1].node) &&
           children[last + 1].wire.link == children[first].wire.link &&
           children[last + 1].wire.count == children[first].wire.count)
      ++last;
    return last;
  }

  void draw_below(int node, const std::string& indent, int parent = -1) {
    const std::vector<Child> children = children_of(node, parent);
    for (std::size_t first = 0; first < children.size();) {
      const std::size_t last = run_of(children, first);
      const Child& child = children[first];
      const bool gpu = machine_.is_gpu(child.node);
      std::string line = gpu ? machine_.node_name(child.node) : name_of(child.node);
      if (last > first) line += " to " + machine_.node_name(children[last].node) + ", each";
      const bool end = last + 1 == children.size();
      add(indent + (end ? "└─ " : "├─ ") + line + fmt::format(" ({})", rate_text(machine_, child.wire)));
      if (!gpu) draw_below(child.node, indent + (end ? "   " : "│  "), node);
      first = last + 1;
    }
  }

  const Machine& machine_;
  std::vector<bool> drawn_;
  std::vector<Wire> circles_;
  std::string text_;
};

std::vector<Wire> direct_wires(const Machine& machine) {
  std::vector<Wire> direct;
  for (const Wire& wire : machine.wires)
    if (machine.is_gpu(wire.a) && machine.is_gpu(wire.b)) direct.push_back(wire);
  return direct;
}

/// Columns as wide as each other, so that the diagonal is one.
std::string draw_matrix(const Machine& machine, const std::vector<Wire>& wires) {
  Table table;
  table.columns.push_back({"", "", 0, true});
  for (int gpu = 0; gpu < machine.gpus; ++gpu) table.columns.push_back({machine.node_name(gpu), "", 5});
  for (int row = 0; row < machine.gpus; ++row) {
    table.rows.push_back({"  " + machine.node_name(row)});
    for (int column = 0; column < machine.gpus; ++column) {
      const auto wire = std::ranges::find_if(
          wires, [&](const Wire& w) { return std::minmax(w.a, w.b) == std::minmax(row, column); });
      table.rows.back().push_back(row == column         ? "."
                                  : wire == wires.end() ? "-"
                                                        : std::to_string(wire->count));
    }
  }
  return render_text(table);
}

std::string list_wires(const Machine& machine, const std::vector<Wire>& wires) {
  std::string text;
  for (const Wire& wire : wires)
    text += fmt::format("  {} and {}: {}\n", machine.node_name(wire.a), machine.node_name(wire.b),
                        rate_text(machine, wire));
  return text;
}

std::string draw_direct(const Machine& machine) {
  const std::vector<Wire> wires = direct_wires(machine);
  if (wires.empty()) return {};
  const bool one_kind =
      std::ranges::all_of(wires, [&](const Wire& w) { return w.link == wires.front().link; });
  if (!one_kind || machine.gpus > kMostMatrixGpus) return list_wires(machine, wires);
  const LinkKind& link = machine.links[at(wires.front().link)];
  return fmt::format("  direct links, in numbers of {} ({:g} GB/s each way); - where data must be relayed\n",
                     link.name, link.nominal_GBps.number) +
         draw_matrix(machine, wires);
}

}  // namespace

std::string draw_links(const Machine& machine) {
  if (machine.wires.empty()) return machine.loopback ? "  none: all ranks share gpu0\n" : "  none\n";
  return HubDrawing(machine).draw() + draw_direct(machine);
}

}  // namespace purlin::cli
