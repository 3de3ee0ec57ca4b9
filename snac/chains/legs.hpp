#pragma once
#include <vector>

#include "snac/chains/trees.hpp"
#include "snac/flow.hpp"

namespace purlin {

/// Reduces the chosen contributions up `tree`, whose positions are the ranks of `group`, to group[0]. Each
/// rank on the way combines what it has; `flat`: all is combined by group[0] alone. Returns the hop that has
/// the result, which may be a contribution itself.
int gather(FlowBuilder& flow, const std::vector<Rank>& group, const Tree& tree,
           const std::vector<Rank>& holders, bool flat);

/// Copies the result of `root`, a hop at group[0], down the tree into the outputs of all who want it.
void spread(FlowBuilder& flow, int root, const std::vector<Rank>& group, const Tree& tree);

}  // namespace purlin
