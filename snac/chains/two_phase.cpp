#include "snac/chains/chains.hpp"
#include "snac/chains/recipe.hpp"

namespace purlin {
namespace {

PlainRecipe recipe() {
  PlainRecipe recipe(star);
  recipe.is_flat = true;
  recipe.shares_roots = true;
  return recipe;
}

}  // namespace

constinit const Chain kTwoPhase = {
    "two_phase", "every rank makes a part for all and reads the other parts from those who made them", true,
    [](const ChainInput& input) { return refusal_of(recipe(), input); },
    [](const ChainInput& input) { return flows_of(recipe(), input); }};

}  // namespace purlin
