#pragma once
#include <string>
#include <vector>

#include "snac/chain.hpp"
#include "snac/derive/derive.hpp"
#include "snac/plan.hpp"

namespace purlin {

/// One way to do it, priced.
struct Candidate {
  const Chain* chain = nullptr;
  Derivation derivation;
  double predicted_s = 0;
};

/// Why some way is not one.
struct Refusal {
  std::string code;
  std::string message;
  std::string help;
};

struct Candidates {
  std::vector<Candidate> all;  // cheapest first
  std::vector<Refusal> refusals;
};

/// Whether the planner considers a chain unasked.
bool is_offered(const Chain& chain, const PlanOptions& options);

/// Every chain, regime and direction that `options` leave open and that apply, each by the lanes and the
/// chunk that the cost model finds best.
Candidates price_candidates(const ChainInput& input, const PlanOptions& options);

/// Its schedule, without reasons.
Schedule schedule_of(const Candidate& candidate, const ChainInput& input);

}  // namespace purlin
