#include "snac/chain.hpp"

#include <algorithm>
#include <array>

#include "snac/chains/chains.hpp"

namespace purlin {

std::span<const Chain> chains() {
  static const std::array all = {kDirect, kTwoPhase, kRing, kHalving, kTree, kHierarchical, kMulticast};
  return all;
}

const Chain* chain_named(std::string_view name) {
  const auto found = std::ranges::find(chains(), name, &Chain::name);
  return found == chains().end() ? nullptr : &*found;
}

}  // namespace purlin
