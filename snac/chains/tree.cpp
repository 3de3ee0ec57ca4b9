#include "snac/chains/chains.hpp"
#include "snac/chains/recipe.hpp"

namespace purlin {
namespace {

constexpr Recipe kRecipe = {binary, binary, false, false, false};

}  // namespace

constinit const Chain kTree = {"tree", "everything goes up a binary tree to one rank and down to all others",
                               false, [](const ChainInput& input) { return refusal_of(kRecipe, input); },
                               [](const ChainInput& input) { return flows_of(kRecipe, input); }};

}  // namespace purlin
