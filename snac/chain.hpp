#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "snac/fabric.hpp"
#include "snac/flow.hpp"

namespace purlin {

/// What a chain is made for.
struct ChainInput {
  const Problem& problem;
  const std::vector<Delivery>& deliveries;
  const Fabric& fabric;
};

/// An algorithm: how every delivery goes, in steps, whatever the regime.
struct Chain {
  std::string_view name;
  std::string_view idea;  // one sentence
  /// Whether every element is reduced by one flat tree in rank order, whatever the sizes and the machine.
  bool is_flat;
  /// Why it does not apply, or empty.
  std::string (*refusal)(const ChainInput&);
  Flows (*flows)(const ChainInput&);
  /// By way of the switch, which moves what lies in windows.
  bool in_switch = false;
};

/// All of them; the first always applies.
std::span<const Chain> chains();

/// nullptr where no chain has that name.
const Chain* chain_named(std::string_view name);

}  // namespace purlin
