#pragma once
#include <string>
#include <vector>

#include "spec/machine.hpp"

namespace purlin::cli {

/// One line each.
std::string render_machine_list(const std::vector<Machine>& machines);

/// Its links drawn, then every constant with unit, confidence and source; `verbose`: and what it means.
std::string render_machine_text(const Machine& machine, bool verbose);

std::string render_machines_json(const std::vector<Machine>& machines);

/// Hubs as trees with what hangs below them, direct links between GPUs as a matrix of counts.
std::string draw_links(const Machine& machine);

}  // namespace purlin::cli
