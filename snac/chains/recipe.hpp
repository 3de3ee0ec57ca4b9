#pragma once
#include "snac/chain.hpp"
#include "snac/chains/trees.hpp"

namespace purlin {

/// Ranks by their position in a tree.
struct Leg {
  std::vector<Rank> group;
  Tree tree;
};

/// A chain of two legs: parts of a delivery are reduced up a tree to an owner each, and spread down another.
/// Deliveries that have nothing to reduce across ranks go down alone, those with one reader up alone.
class Recipe {
 public:
  virtual ~Recipe() = default;

  bool is_flat = false;       // owners combine all contributions themselves
  bool has_parts = true;      // all who want a reduction own a part of it; else one owns all
  bool shares_roots = false;  // parts also where few give or take what many take or give
  bool has_helpers = false;   // what goes between two ranks may go by way of others

  /// Ways that differ, for parts of what concerns `all`.
  virtual int ways(const std::vector<Rank>& all) const;
  /// `members` and perhaps helpers around `head`, who is not always one of them.
  virtual Leg up(const std::vector<Rank>& all, const std::vector<Rank>& members, Rank head,
                 int way) const = 0;
  virtual Leg down(const std::vector<Rank>& all, const std::vector<Rank>& members, Rank head,
                   int way) const = 0;
};

/// One tree shape for both legs, ranks in turn.
class PlainRecipe : public Recipe {
 public:
  explicit PlainRecipe(TreeOf tree) : tree_(tree) {}
  Leg up(const std::vector<Rank>& all, const std::vector<Rank>& members, Rank head, int way) const override;
  Leg down(const std::vector<Rank>& all, const std::vector<Rank>& members, Rank head, int way) const override;

 private:
  const TreeOf tree_;
};

/// `order` from `head` on, forwards or backwards, of it only `members` and `head` itself.
std::vector<Rank> around(const std::vector<Rank>& order, const std::vector<Rank>& members, Rank head,
                         bool forwards);

/// Ranks that hold all there is to a delivery, ascending.
std::vector<Rank> whole_holders(const Delivery& delivery);

/// Those who hold all of what they want need nobody.
void take_own(FlowBuilder& flow);

/// All who give to it or take of it, ascending.
std::vector<Rank> concerned(const Delivery& delivery);

Flows flows_of(const Recipe& recipe, const ChainInput& input);

/// Why it does not apply, or empty: nothing would go another way than by `direct`.
std::string refusal_of(const Recipe& recipe, const ChainInput& input);

}  // namespace purlin
