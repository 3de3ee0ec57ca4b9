#include "snac/chains/recipe.hpp"

#include <algorithm>
#include <map>

#include "snac/chains/legs.hpp"
#include "snac/source_choice.hpp"

namespace purlin {
namespace {

using Ranks = std::vector<Rank>;

Ranks united(const Ranks& a, const Ranks& b) {
  Ranks both;
  std::ranges::set_union(a, b, std::back_inserter(both));
  return both;
}

/// A copy of what one rank has for one that has it not, or for itself.
bool is_between_two(const Delivery& delivery) {
  return delivery.sources.size() == 1 && delivery.sources[0].holders.size() == 1 && delivery.to.size() == 1;
}

class RecipeFlows {
 public:
  RecipeFlows(const Recipe& recipe, const ChainInput& input)
      : recipe_(recipe),
        deliveries_(input.deliveries),
        element_(size_of(input.problem.dtype).value),
        choice_(input.problem.ranks()),
        gives_(static_cast<std::size_t>(input.problem.ranks())),
        takes_(gives_) {
    for (const Delivery& delivery : input.deliveries) {
      for (Rank rank : delivery.to) takes_[index(rank)] = 1;
      for (const auto& source : delivery.sources)
        for (Rank rank : source.holders) gives_[index(rank)] = 1;
    }
  }

  Flows all() {
    for (const Delivery& delivery : deliveries_) add(delivery);
    return std::move(flows_);
  }

  /// Whether one step will do for everything.
  bool is_direct() {
    const auto takes_steps = [&](const Delivery& delivery) {
      if (is_between_two(delivery) && !recipe_.has_helpers) return false;
      flows_.clear();
      add(delivery);
      return steps_of(flows_) > 1;
    };
    return std::ranges::none_of(deliveries_, takes_steps);
  }

 private:
  static std::size_t index(Rank rank) { return static_cast<std::size_t>(rank.value); }

  void add(const Delivery& delivery) {
    const Ranks whole = whole_holders(delivery);
    if (whole.empty()) return add_reduction(delivery);
    Ranks remote;
    std::ranges::set_difference(delivery.to, whole, std::back_inserter(remote));
    const bool is_rooted = std::ranges::any_of(remote, [&](Rank r) { return !gives_[index(r)]; });
    if (recipe_.shares_roots && is_rooted && remote.size() > 1) return add_parts(delivery, delivery.to);
    add_whole(delivery, whole, remote);
  }

  void add_reduction(const Delivery& delivery) {
    Ranks holders;
    for (const auto& source : delivery.sources) holders = united(holders, {source.holders.front()});
    const bool is_rooted = std::ranges::any_of(holders, [&](Rank r) { return !takes_[index(r)]; });
    if (recipe_.shares_roots && is_rooted) return add_parts(delivery, united(holders, delivery.to));
    add_parts(delivery, recipe_.has_parts ? delivery.to : Ranks{delivery.to.front()});
  }

  /// A reduction or a copy in parts, each by way of its owner.
  void add_parts(const Delivery& delivery, const Ranks& owners) {
    const Ranks all = concerned(delivery);
    const int ways = recipe_.ways(all);
    const int parts = static_cast<int>(owners.size()) * ways;
    for (int i = 0; i < parts; ++i)
      add_part(delivery, part(delivery, parts, i), owners[static_cast<std::size_t>(i / ways)], all, i % ways);
  }

  void add_part(const Delivery& delivery, Range range, Rank owner, const Ranks& all, int way) {
    FlowBuilder flow(delivery, range);
    const Ranks holders = chosen(delivery, range, owner);
    Ranks contributors;
    for (Rank holder : holders) contributors = united(contributors, {holder});
    const Leg leg = recipe_.up(all, contributors, owner, way);
    const int root = gather(flow, leg.group, leg.tree, holders, recipe_.is_flat);
    take_own(flow);
    spread_from(flow, root, delivery.to, all, way);
    flows_.push_back(flow.take());
  }

  /// A copy (or a reduction of what one rank holds) from its holders to everybody else.
  void add_whole(const Delivery& delivery, const Ranks& whole, const Ranks& remote) {
    std::map<Rank, Ranks> readers;
    for (Rank reader : remote)
      readers[choice_.choose(reader, whole, delivery.destination.bytes())].push_back(reader);
    const Ranks all = concerned(delivery);
    const int ways = remote.empty() ? 1 : recipe_.ways(all);
    for (int way = 0; way < ways; ++way) add_whole(delivery, part(delivery, ways, way), readers, all, way);
  }

  void add_whole(const Delivery& delivery, Range range, const std::map<Rank, Ranks>& readers,
                 const Ranks& all, int way) {
    FlowBuilder flow(delivery, range);
    std::vector<int> roots;
    for (const auto& [root, ranks] : readers)
      roots.push_back(gather(flow, {root}, star(1), Ranks(delivery.sources.size(), root), true));
    take_own(flow);
    for (int root : roots) spread_from(flow, root, readers.at(flow.hop(root).at), all, way);
    flows_.push_back(flow.take());
  }

  void spread_from(FlowBuilder& flow, int root, Ranks readers, const Ranks& all, int way) {
    std::erase_if(readers, [&](Rank reader) { return flow.has_output(reader); });
    const Leg leg = recipe_.down(all, readers, flow.hop(root).at, way);
    spread(flow, root, leg.group, leg.tree);
  }

  Range part(const Delivery& delivery, int parts, int i) const {
    const std::int64_t bytes = delivery.destination.bytes();
    const std::int64_t least = std::max<std::int64_t>(16, bytes / parts / 8);
    return part_of(bytes, granule_of(delivery.destination, element_, least), parts, i);
  }

  Ranks chosen(const Delivery& delivery, Range range, Rank reader) {
    Ranks holders;
    for (const auto& source : delivery.sources)
      holders.push_back(choice_.choose(reader, source.holders, range.bytes()));
    return holders;
  }

  const Recipe& recipe_;
  const std::vector<Delivery>& deliveries_;
  const std::int64_t element_;
  SourceChoice choice_;
  std::vector<char> gives_, takes_;  // [rank] whether it has a contribution to, a share of anything
  Flows flows_;
};

Leg leg_of(TreeOf tree, Ranks group) {
  Leg leg{std::move(group), {}};
  leg.tree = tree(static_cast<int>(leg.group.size()));
  return leg;
}

}  // namespace

Ranks concerned(const Delivery& delivery) {
  Ranks all = delivery.to;
  for (const Delivery::Source& source : delivery.sources) all = united(all, source.holders);
  return all;
}

Ranks whole_holders(const Delivery& delivery) {
  Ranks common = delivery.sources[0].holders;
  for (const Delivery::Source& source : delivery.sources) {
    Ranks rest;
    std::ranges::set_intersection(common, source.holders, std::back_inserter(rest));
    common = std::move(rest);
  }
  return common;
}

void take_own(FlowBuilder& flow) {
  const Delivery& delivery = flow.delivery();
  for (Rank rank : whole_holders(delivery)) {
    if (!delivery.is_wanted_by(rank) || flow.has_output(rank)) continue;
    std::vector<int> own;
    for (std::size_t c = 0; c < delivery.sources.size(); ++c)
      own.push_back(flow.contribution(static_cast<int>(c), rank));
    flow.combine(rank, 1, own, true);
  }
}

int Recipe::ways(const Ranks&) const { return 1; }

/// Up the other way round than down, so that both legs send in one direction.
Leg PlainRecipe::up(const Ranks& all, const Ranks& members, Rank head, int) const {
  return leg_of(tree_, around(all, members, head, false));
}

Leg PlainRecipe::down(const Ranks& all, const Ranks& members, Rank head, int) const {
  return leg_of(tree_, around(all, members, head, true));
}

Ranks around(const Ranks& order, const Ranks& members, Rank head, bool forwards) {
  Ranks group = {head};
  const auto begin = std::ranges::find(order, head) - order.begin();
  const auto size = std::ssize(order);
  for (std::ptrdiff_t i = 1; i < size; ++i) {
    const Rank rank = order[static_cast<std::size_t>((begin + (forwards ? i : size - i)) % size)];
    if (std::ranges::find(members, rank) != members.end()) group.push_back(rank);
  }
  return group;
}

Flows flows_of(const Recipe& recipe, const ChainInput& input) { return RecipeFlows(recipe, input).all(); }

std::string refusal_of(const Recipe& recipe, const ChainInput& input) {
  if (input.problem.ranks() <= 2 || !RecipeFlows(recipe, input).is_direct()) return "";
  return "no element needs more than the one step of `direct`";
}

}  // namespace purlin
