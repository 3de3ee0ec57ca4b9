#include "snac/chains/chains.hpp"
#include "snac/chains/recipe.hpp"

namespace purlin {
namespace {

constexpr Recipe kRecipe = {path, path, false, true, false};

}  // namespace

constinit const Chain kRing = {"ring", "every part goes round a ring, reduced or copied hop by hop", false,
                               [](const ChainInput& input) { return refusal_of(kRecipe, input); },
                               [](const ChainInput& input) { return flows_of(kRecipe, input); }};

}  // namespace purlin
