#include "snac/chains/chains.hpp"
#include "snac/chains/recipe.hpp"

namespace purlin {
namespace {

PlainRecipe recipe() {
  PlainRecipe recipe(circulant);
  recipe.shares_roots = true;
  return recipe;
}

}  // namespace

constinit const Chain kHalving = {
    "halving", "ranks exchange halves of what is left, in as many rounds as their number has doublings",
    false, [](const ChainInput& input) { return refusal_of(recipe(), input); },
    [](const ChainInput& input) { return flows_of(recipe(), input); }};

}  // namespace purlin
