#include <algorithm>
#include <map>

#include "snac/chains/chains.hpp"
#include "snac/chains/recipe.hpp"
#include "spec/rings.hpp"

namespace purlin {
namespace {

using Ranks = std::vector<Rank>;

/// Over direct links as many rings as share none, each walked both ways; else one in the order of ranks.
class RingRecipe : public Recipe {
 public:
  explicit RingRecipe(const Fabric& fabric) : fabric_(fabric) {}

  int ways(const Ranks& all) const override { return static_cast<int>(rings(all).size()); }

  Leg up(const Ranks& all, const Ranks& members, Rank head, int way) const override {
    return leg(around(rings(all)[static_cast<std::size_t>(way)], members, head, false));
  }
  Leg down(const Ranks& all, const Ranks& members, Rank head, int way) const override {
    return leg(around(rings(all)[static_cast<std::size_t>(way)], members, head, true));
  }

 private:
  static Leg leg(Ranks group) {
    Tree tree = path(static_cast<int>(group.size()));
    return {std::move(group), std::move(tree)};
  }

  const std::vector<Ranks>& rings(const Ranks& all) const {
    const auto [entry, is_new] = rings_.try_emplace(all);
    if (is_new) entry->second = find_rings(all);
    return entry->second;
  }

  std::vector<Ranks> find_rings(const Ranks& all) const {
    std::map<Gpu, Rank> ranks;
    for (Rank rank : all) ranks.emplace(fabric_.gpu(rank), rank);
    std::vector<Gpu> gpus;
    for (const auto& [gpu, rank] : ranks) gpus.push_back(gpu);
    std::vector<Ranks> rings;
    if (gpus.size() == all.size() && gpus.size() > 2)
      for (const std::vector<Gpu>& ring : disjoint_rings(fabric_.machine(), gpus)) {
        Ranks there;
        for (Gpu gpu : ring) there.push_back(ranks.at(gpu));
        rings.push_back(there);
        std::ranges::reverse(there);
        rings.push_back(std::move(there));
      }
    return rings.empty() ? std::vector<Ranks>{all} : rings;
  }

  const Fabric& fabric_;
  mutable std::map<Ranks, std::vector<Ranks>> rings_;
};

}  // namespace

constinit const Chain kRing = {
    "ring", "every part goes round a ring, reduced or copied hop by hop", false,
    [](const ChainInput& input) { return refusal_of(RingRecipe(input.fabric), input); },
    [](const ChainInput& input) { return flows_of(RingRecipe(input.fabric), input); }};

}  // namespace purlin
