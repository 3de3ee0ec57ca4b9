#include "snac/chains/chains.hpp"
#include "snac/chains/recipe.hpp"

namespace purlin {
namespace {

constexpr Recipe kRecipe = {circulant, circulant, false, true, true};

}  // namespace

constinit const Chain kHalving = {
    "halving", "ranks exchange halves of what is left in rounds, as many as the logarithm of their number",
    false, [](const ChainInput& input) { return refusal_of(kRecipe, input); },
    [](const ChainInput& input) { return flows_of(kRecipe, input); }};

}  // namespace purlin
