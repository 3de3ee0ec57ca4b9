#include "snac/flow.hpp"

#include <algorithm>

namespace purlin {

const Block& Flow::shape(const Hop& hop) const {
  const int contribution = hop.is_contribution() ? hop.contribution : hop.relayed;
  if (contribution < 0) return delivery->destination;
  return delivery->sources[static_cast<std::size_t>(contribution)].block;
}

std::int64_t Flow::taken_in(const Hop& hop) const {
  std::int64_t elements = 0;
  for (int operand : hop.operands) {
    const auto& fold = shape(hops[static_cast<std::size_t>(operand)]).fold;
    elements += fold ? fold->count : 1;
  }
  return elements;
}

bool uses_switch(const Flow& flow) { return std::ranges::any_of(flow.hops, &Hop::in_switch); }

int steps_of(const Flows& flows) {
  int steps = 0;
  for (const Flow& flow : flows)
    for (const Hop& hop : flow.hops) steps = std::max(steps, hop.step);
  return steps;
}

int FlowBuilder::contribution(int index, Rank holder) {
  const auto known = known_.find({index, holder});
  if (known != known_.end()) return known->second;
  return known_[{index, holder}] = add({holder, 0, index, {}, false, 1}, index);
}

int FlowBuilder::combine(Rank at, int step, std::vector<int> operands, bool to_output) {
  const auto first = [&](int id) { return first_[static_cast<std::size_t>(id)]; };
  std::ranges::stable_sort(operands, {}, first);
  const int least = first(operands.front());
  if (to_output) outputs_.insert(at);
  int contained = 0;
  for (int operand : operands) contained += hop(operand).contained;
  return add({at, step, -1, std::move(operands), to_output, contained}, least);
}

int FlowBuilder::combine_in_switch(Rank at, int step, std::vector<int> operands) {
  const int id = combine(at, step, std::move(operands), false);
  flow_.hops[static_cast<std::size_t>(id)].in_switch = true;
  return id;
}

int FlowBuilder::add(Hop hop, int first_contribution) {
  flow_.hops.push_back(std::move(hop));
  first_.push_back(first_contribution);
  return static_cast<int>(flow_.hops.size()) - 1;
}

}  // namespace purlin
