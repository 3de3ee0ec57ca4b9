#pragma once
#include "spec/machine.hpp"

namespace purlin::testing {

/// A shipped machine.
Machine builtin(const std::string& name);

/// Wires and rates alone: enough for what follows from the graph.
inline LinkKind link_kind(double nominal_GBps) {
  LinkKind kind;
  kind.name = "link";
  kind.nominal_GBps = {true, nominal_GBps, "test", Confidence::derived};
  return kind;
}

/// Every GPU on one switch that does not block.
inline Machine star(int gpus, int count = 18, double nominal_GBps = 25) {
  Machine machine;
  machine.name = "star";
  machine.gpus = gpus;
  machine.any_size = true;
  machine.links = {link_kind(nominal_GBps)};
  machine.hubs = {{"switch", "", {}, {}, {}}};
  for (int gpu = 0; gpu < gpus; ++gpu) machine.wires.push_back({gpu, gpus, 0, count});
  return machine;
}

/// `count` direct links between every two.
inline Machine full_mesh(int gpus, int count, double nominal_GBps = 25) {
  Machine machine;
  machine.name = "mesh";
  machine.gpus = gpus;
  machine.links = {link_kind(nominal_GBps)};
  for (int a = 0; a < gpus; ++a)
    for (int b = a + 1; b < gpus; ++b) machine.wires.push_back({a, b, 0, count});
  return machine;
}

/// The eight V100 of a DGX-1: two squares with diagonals, joined corner by corner.
inline Machine cube_mesh() {
  Machine machine;
  machine.name = "cube";
  machine.gpus = 8;
  machine.links = {link_kind(25)};
  machine.wires = {{0, 1, 0, 1}, {0, 2, 0, 1}, {0, 3, 0, 2}, {0, 4, 0, 2}, {1, 2, 0, 2}, {1, 3, 0, 1},
                   {1, 5, 0, 2}, {2, 3, 0, 2}, {2, 6, 0, 1}, {3, 7, 0, 1}, {4, 5, 0, 1}, {4, 6, 0, 1},
                   {4, 7, 0, 2}, {5, 6, 0, 2}, {5, 7, 0, 1}, {6, 7, 0, 2}};
  return machine;
}

/// Two bridges of two GPUs each below one host.
inline Machine pcie_tree() {
  Machine machine;
  machine.name = "pcie";
  machine.gpus = 4;
  machine.links = {link_kind(24)};
  const auto constant = [](double number) { return Constant{true, number, "test", Confidence::derived}; };
  machine.hubs = {
      {"pci0", "", {}, {}, {}}, {"pci1", "", {}, {}, {}}, {"host", "", constant(30), constant(500), {}}};
  machine.wires = {{0, 4, 0, 1}, {1, 4, 0, 1}, {2, 5, 0, 1}, {3, 5, 0, 1}, {4, 6, 0, 1}, {5, 6, 0, 1}};
  return machine;
}

}  // namespace purlin::testing
