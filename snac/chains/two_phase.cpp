#include "snac/chains/chains.hpp"
#include "snac/chains/recipe.hpp"

namespace purlin {
namespace {

constexpr Recipe kRecipe = {star, star, true, true, true};

}  // namespace

constinit const Chain kTwoPhase = {
    "two_phase", "every rank makes a part for all and reads the other parts from those who made them", true,
    [](const ChainInput& input) { return refusal_of(kRecipe, input); },
    [](const ChainInput& input) { return flows_of(kRecipe, input); }};

}  // namespace purlin
