#include "snac/cards/multicast.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "snac/chains/chains.hpp"
#include "snac/chains/legs.hpp"
#include "snac/chains/recipe.hpp"
#include "snac/source_choice.hpp"

namespace purlin {
namespace {

using Ranks = std::vector<Rank>;

/// Parts of what ranks want are reduced by one of them each, in the switch, and handed to all in the switch.
/// What no access of the switch can take, the last bytes of a delivery, goes by way of one rank.
class SwitchFlows {
 public:
  explicit SwitchFlows(const ChainInput& input) : choice_(input.problem.ranks()) {
    for (const Delivery& delivery : input.deliveries) add(delivery);
  }

  Flows take() { return std::move(flows_); }

 private:
  /// Who gives what, and who works the switch for a part each: nobody where it would not help.
  struct Shares {
    Ranks holders;  // [source]
    Ranks owners;
    Ranks readers;
  };

  void add(const Delivery& delivery) {
    const std::int64_t bytes = delivery.destination.bytes();
    const Shares shares = shares_of(delivery);
    const int parts = static_cast<int>(shares.owners.size());
    const std::int64_t in_switch = parts == 0 ? 0 : bytes / kSwitchBytes * kSwitchBytes;
    for (int i = 0; i < parts; ++i) add_part(delivery, part_of(in_switch, kSwitchBytes, parts, i), shares, i);
    if (in_switch < bytes || bytes == 0) add_rest(delivery, {in_switch, bytes}, shares.holders);
  }

  Shares shares_of(const Delivery& delivery) {
    const Ranks whole = whole_holders(delivery);
    return whole.empty() ? of_reduction(delivery) : of_copy(delivery, whole);
  }

  Shares of_reduction(const Delivery& delivery) {
    Shares shares{{}, {}, delivery.to};
    for (const auto& source : delivery.sources)
      shares.holders.push_back(
          choice_.choose(delivery.to.front(), source.holders, delivery.destination.bytes()));
    for (Rank rank : delivery.to)
      if (std::ranges::find(shares.holders, rank) != shares.holders.end()) shares.owners.push_back(rank);
    return shares;
  }

  Shares of_copy(const Delivery& delivery, const Ranks& whole) {
    const Rank root = choice_.choose(delivery.to.front(), whole, delivery.destination.bytes());
    Shares shares{Ranks(delivery.sources.size(), root), {}, {}};
    for (Rank rank : delivery.to)
      if (rank == root || !std::ranges::binary_search(whole, rank)) shares.readers.push_back(rank);
    if (delivery.is_wanted_by(root) && shares.readers.size() > 2) shares.owners = {root};
    return shares;
  }

  void add_part(const Delivery& delivery, Range range, const Shares& shares, int part) {
    FlowBuilder flow(delivery, range);
    std::vector<int> operands = results_of(flow, shares.holders);
    int step = 0;
    for (int operand : operands) step = std::max(step, flow.hop(operand).step);
    const Rank owner = shares.owners[static_cast<std::size_t>(part)];
    const int result = flow.combine_in_switch(owner, step + 1, std::move(operands));
    for (Rank reader : shares.readers) flow.combine(reader, step + 2, {result}, true);
    take_own(flow);
    flows_.push_back(flow.take());
  }

  /// One hop for each rank that gives: its contribution, or what it makes of several.
  static std::vector<int> results_of(FlowBuilder& flow, const Ranks& holders) {
    std::map<Rank, std::vector<int>> own;
    std::map<Rank, bool> is_work;
    for (std::size_t c = 0; c < holders.size(); ++c) {
      own[holders[c]].push_back(flow.contribution(static_cast<int>(c), holders[c]));
      is_work[holders[c]] |= own[holders[c]].size() > 1 || flow.delivery().sources[c].block.fold.has_value();
    }
    std::vector<int> results;
    for (const auto& [rank, operands] : own)
      results.push_back(is_work[rank] ? flow.combine(rank, 1, operands, false) : operands.front());
    return results;
  }

  void add_rest(const Delivery& delivery, Range range, const Ranks& holders) {
    FlowBuilder flow(delivery, range);
    const Ranks all = concerned(delivery);
    const Ranks group = around(all, all, holders.empty() ? delivery.to.front() : holders.front(), true);
    const Tree tree = star(static_cast<int>(group.size()));
    const int root = gather(flow, group, tree, holders, true);
    take_own(flow);
    spread(flow, root, group, tree);
    flows_.push_back(flow.take());
  }

  SourceChoice choice_;
  Flows flows_;
};

bool reduces_across_ranks(const ChainInput& input) {
  return std::ranges::any_of(input.deliveries,
                             [](const Delivery& delivery) { return whole_holders(delivery).empty(); });
}

std::string refusal(const ChainInput& input) {
  const Problem& problem = input.problem;
  if (!input.fabric.common_switch())
    return fmt::format("no switch of {} that reduces and broadcasts joins a GPU of each rank",
                       input.fabric.machine().name);
  const ReduceOp op = problem.op == ReduceOp::avg ? ReduceOp::sum : problem.op;
  if (reduces_across_ranks(input) && !reduces_in_switch(problem.dtype, op))
    return fmt::format("the switch cannot do {} on {}", name_of(op), name_of(problem.dtype));
  const Flows flows = SwitchFlows(input).take();
  return std::ranges::any_of(flows, uses_switch) ? "" : "nothing is reduced or handed to several ranks";
}

}  // namespace

constinit const Chain kMulticast = {
    "multicast", "parts are reduced in the switch and handed to all readers in the switch", false,
    refusal,     [](const ChainInput& input) { return SwitchFlows(input).take(); },         true};

}  // namespace purlin
