#pragma once
#include <optional>
#include <string>
#include <vector>

#include "spec/diagnostic.hpp"
#include "spec/machine.hpp"

namespace purlin {

/// Another value for a constant, by its key (as `known_constants` names it, or one the model lacks).
struct Setting {
  std::string key;
  double number = 0;
};

/// Applies all, then checks that they fit each other. Says whether it worked; else why not is in
/// `diagnostics`.
bool set_constants(Machine& machine, const std::vector<Setting>& settings, Diagnostics& diagnostics);

/// Takes down the links between the two nodes of `ends`: `gpu0:gpu3`.
bool take_down(Machine& machine, const std::string& ends, Diagnostics& diagnostics);

/// Slows a GPU's lanes, memory and cache: `gpu3=0.5` or `3=0.5`.
bool slow_down(Machine& machine, const std::string& gpu_and_factor, Diagnostics& diagnostics);

/// The machine with a GPU for each of `ranks` (one that has any size grows or shrinks), or nullopt and why
/// not.
std::optional<Machine> sized_for(Machine machine, int ranks, Diagnostics& diagnostics);

}  // namespace purlin
