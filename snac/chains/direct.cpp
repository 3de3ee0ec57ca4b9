#include "snac/chains/chains.hpp"
#include "snac/source_choice.hpp"

namespace purlin {
namespace {

Flow flow_of(const Delivery& delivery, SourceChoice& choice) {
  FlowBuilder flow(delivery, {0, delivery.destination.bytes()});
  for (Rank reader : delivery.to) {
    std::vector<int> operands;
    for (std::size_t c = 0; c < delivery.sources.size(); ++c) {
      const Rank holder = choice.choose(reader, delivery.sources[c].holders, delivery.destination.bytes());
      operands.push_back(flow.contribution(static_cast<int>(c), holder));
    }
    flow.combine(reader, 1, std::move(operands), true);
  }
  return flow.take();
}

Flows flows(const ChainInput& input) {
  SourceChoice choice(input.problem.ranks());
  Flows flows;
  for (const Delivery& delivery : input.deliveries) flows.push_back(flow_of(delivery, choice));
  return flows;
}

}  // namespace

constinit const Chain kDirect = {"direct",
                                 "every rank reads what it needs from whoever holds it, in one step", true,
                                 [](const ChainInput&) { return std::string(); }, flows};

}  // namespace purlin
