#include "snac/chains/chains.hpp"
#include "snac/chains/recipe.hpp"

namespace purlin {
namespace {

PlainRecipe recipe() {
  PlainRecipe recipe(binary);
  recipe.has_parts = false;
  return recipe;
}

}  // namespace

constinit const Chain kTree = {"tree", "everything goes up a binary tree to one rank and down to all others",
                               false, [](const ChainInput& input) { return refusal_of(recipe(), input); },
                               [](const ChainInput& input) { return flows_of(recipe(), input); }};

}  // namespace purlin
