#include "snac/chains/legs.hpp"

#include <algorithm>

namespace purlin {
namespace {

std::size_t at(int position) { return static_cast<std::size_t>(position); }

bool has_fold(const Delivery& delivery, const Hop& hop) {
  return hop.is_contribution() && delivery.sources[at(hop.contribution)].block.fold.has_value();
}

class Gathering {
 public:
  Gathering(FlowBuilder& flow, const std::vector<Rank>& group, const Tree& tree, bool flat)
      : flow_(flow), group_(group), tree_(tree), flat_(flat), inputs_(group.size()) {}

  int run(const std::vector<Rank>& holders) {
    collect(holders);
    first_step_ = std::ranges::any_of(inputs_, [&](const auto& own) { return is_work(own); }) && !flat_;
    for (int position : tree_.upwards()) hand_on(position);
    const Rank root = group_[0];
    const std::vector<int>& all = inputs_[0];
    const Hop& last = flow_.hop(all.front());
    if (all.size() == 1 && last.at == root && !has_fold(flow_.delivery(), last)) return all.front();
    return flow_.combine(root, std::max(first_step_ + tree_.rounds, 1), all,
                         flow_.delivery().is_wanted_by(root));
  }

 private:
  void collect(const std::vector<Rank>& holders) {
    for (std::size_t c = 0; c < holders.size(); ++c) {
      const auto position = std::ranges::find(group_, holders[c]) - group_.begin();
      inputs_[static_cast<std::size_t>(position)].push_back(
          flow_.contribution(static_cast<int>(c), holders[c]));
    }
  }

  /// Whether a rank has to combine even what it holds itself.
  bool is_work(const std::vector<int>& own) const {
    return own.size() > 1 || (own.size() == 1 && has_fold(flow_.delivery(), flow_.hop(own[0])));
  }

  void hand_on(int position) {
    std::vector<int> mine = std::move(inputs_[at(position)]);
    if (mine.empty()) return;
    const bool is_own = mine.size() == 1 && flow_.hop(mine[0]).at == group_[at(position)];
    if (!flat_ && (is_work(mine) || !is_own))
      mine = {flow_.combine(group_[at(position)], first_step_ + tree_.round[at(position)], mine, false)};
    std::vector<int>& theirs = inputs_[at(tree_.parent[at(position)])];
    theirs.insert(theirs.end(), mine.begin(), mine.end());
  }

  FlowBuilder& flow_;
  const std::vector<Rank>& group_;
  const Tree& tree_;
  const bool flat_;
  int first_step_ = 0;                    // 1 where ranks combine their own before round 0
  std::vector<std::vector<int>> inputs_;  // [position] hops to combine there
};

}  // namespace

int gather(FlowBuilder& flow, const std::vector<Rank>& group, const Tree& tree,
           const std::vector<Rank>& holders, bool flat) {
  return Gathering(flow, group, tree, flat).run(holders);
}

void spread(FlowBuilder& flow, int root, const std::vector<Rank>& group, const Tree& tree) {
  const std::vector<int> upwards = tree.upwards();
  const auto lacks = [&](int position) {  // others only pass on
    const Rank rank = group[at(position)];
    return flow.delivery().is_wanted_by(rank) && !flow.has_output(rank);
  };
  std::vector<char> is_needed(group.size());
  for (int position : upwards) {  // who hands on upwards, receives downwards: children come first
    is_needed[at(position)] |= lacks(position);
    is_needed[at(tree.parent[at(position)])] |= is_needed[at(position)];
  }
  std::vector<int> result(group.size(), root);
  const int first_step = flow.hop(root).step + 1;
  for (auto position = upwards.rbegin(); position != upwards.rend(); ++position)
    if (is_needed[at(*position)])
      result[at(*position)] = flow.combine(group[at(*position)], first_step + tree.round_down(*position),
                                           {result[at(tree.parent[at(*position)])]}, lacks(*position));
}

}  // namespace purlin
