#pragma once
#include "snac/chain.hpp"
#include "snac/chains/trees.hpp"

namespace purlin {

/// A chain of two legs: parts of a delivery are reduced up a tree to an owner each, and spread down another.
/// Deliveries that have nothing to reduce across ranks go down alone, those with one reader up alone.
struct Recipe {
  TreeOf up;
  TreeOf down;
  bool is_flat = false;       // owners combine all contributions themselves
  bool has_parts = true;      // all who want a reduction own a part of it; else one owns all
  bool shares_roots = false;  // parts also where few give or take what many take or give
};

Flows flows_of(const Recipe& recipe, const ChainInput& input);

/// Why it does not apply: nothing would go another way than by `direct`.
std::string refusal_of(const Recipe& recipe, const ChainInput& input);

}  // namespace purlin
