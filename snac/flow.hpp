#pragma once
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "snac/cut.hpp"
#include "snac/delivery.hpp"

namespace purlin {

/// What one rank makes of a part of a delivery, for its own output or for others to read: a contribution as
/// it lies in its input (step 0), or its operands copied or reduced (steps from 1 on).
struct Hop {
  Rank at;
  int step = 0;
  int contribution = -1;      // which of the delivery's sources; -1: it has operands
  std::vector<int> operands;  // earlier hops of the flow, in the order of the reduction
  bool to_output = false;
  int contained = 1;  // contributions in its result
  int relayed = -1;   // the contribution that it hands on as it is, its fold not reduced
  /// Operands meet, and the result goes to all readers at once, in the switch: through windows, at one place
  /// in each.
  bool in_switch = false;
  std::vector<Rank> pushed_to = {};  // whose outputs its rank writes, too

  bool is_contribution() const { return contribution >= 0; }
};

/// The way of one part of a delivery, from those who hold contributions to all who want it. Lanes and rounds
/// share its bytes alike at every hop.
struct Flow {
  const Delivery* delivery = nullptr;
  Range range;  // bytes of the delivery's destination
  std::vector<Hop> hops;

  /// What shapes the hop's result: the destination, with a fold where it is a contribution that has one.
  const Block& shape(const Hop& hop) const;
  /// Elements that one element of the hop's result takes in directly.
  std::int64_t taken_in(const Hop& hop) const;
};

/// Whether some hop goes by way of the switch: then all bytes are cut where the switch can.
bool uses_switch(const Flow& flow);

/// Every byte of every output, on its way.
using Flows = std::vector<Flow>;

int steps_of(const Flows& flows);

/// Writes a flow, operands first.
class FlowBuilder {
 public:
  FlowBuilder(const Delivery& delivery, Range range) { flow_.delivery = &delivery, flow_.range = range; }

  /// The contribution as `holder` has it; one hop however often it is asked for.
  int contribution(int index, Rank holder);
  /// Operands are put into the order of the first contributions that they contain.
  int combine(Rank at, int step, std::vector<int> operands, bool to_output);
  /// The same in the switch; who reads it must all be known by their own combines.
  int combine_in_switch(Rank at, int step, std::vector<int> operands);

  bool has_output(Rank rank) const { return outputs_.contains(rank); }
  const Hop& hop(int id) const { return flow_.hops[static_cast<std::size_t>(id)]; }
  const Delivery& delivery() const { return *flow_.delivery; }
  Range range() const { return flow_.range; }
  Flow take() { return std::move(flow_); }

 private:
  int add(Hop hop, int first_contribution);

  Flow flow_;
  std::vector<int> first_;  // [hop] least contribution in it
  std::map<std::pair<int, Rank>, int> known_;
  std::set<Rank> outputs_;
};

}  // namespace purlin
