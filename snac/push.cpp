#include "snac/push.hpp"

#include <algorithm>
#include <set>

namespace purlin {
namespace {

class Pushing {
 public:
  Pushing(Flow& flow, int ranks) : flow_(flow), ranks_(ranks), is_read_(flow.hops.size()) {
    for (const Hop& hop : flow.hops)
      for (int operand : hop.operands) is_read_[at(operand)] = true;
  }

  bool run() {
    for (int id = 0, all = static_cast<int>(is_read_.size()); id < all; ++id)
      if (is_final_copy(id)) hop(writer_for(id)).pushed_to.push_back(hop(id).at), gone_.insert(id);
    for (Hop& writer : flow_.hops)
      std::ranges::sort(writer.pushed_to, {},
                        [&](Rank to) { return (to.value - writer.at.value + ranks_) % ranks_; });
    drop();
    return !gone_.empty();
  }

 private:
  static std::size_t at(int id) { return static_cast<std::size_t>(id); }
  Hop& hop(int id) { return flow_.hops[at(id)]; }

  /// Of what another rank has, for its own output alone.
  bool is_final_copy(int id) {
    const Hop& copy = hop(id);
    return copy.to_output && !is_read_[at(id)] && copy.operands.size() == 1 && copy.relayed < 0 &&
           flow_.taken_in(copy) == 1 && hop(copy.operands[0]).at != copy.at;
  }

  /// Who makes it writes it everywhere; a contribution, whose rank makes nothing, is copied on its own.
  int writer_for(int id) {
    const int source = hop(id).operands[0];
    if (!hop(source).is_contribution()) return source;
    for (int other = 0; other < static_cast<int>(flow_.hops.size()); ++other)
      if (hop(other).at == hop(source).at && hop(other).operands == std::vector{source}) return other;
    Hop writer = hop(id);
    writer.at = hop(source).at;
    writer.to_output = false;
    writer.pushed_to.clear();
    flow_.hops.push_back(std::move(writer));
    return static_cast<int>(flow_.hops.size()) - 1;
  }

  void drop() {
    std::vector<Hop> kept;
    std::vector<int> moved;  // [old hop]
    for (int id = 0; id < static_cast<int>(flow_.hops.size()); ++id) {
      moved.push_back(static_cast<int>(kept.size()));
      if (gone_.contains(id)) continue;
      for (int& operand : hop(id).operands) operand = moved[at(operand)];
      kept.push_back(std::move(hop(id)));
    }
    flow_.hops = std::move(kept);
  }

  Flow& flow_;
  const int ranks_;
  std::vector<char> is_read_;
  std::set<int> gone_;
};

}  // namespace

bool push_into_outputs(Flows& flows, int ranks) {
  bool any = false;
  for (Flow& flow : flows) any = Pushing(flow, ranks).run() || any;
  return any;
}

}  // namespace purlin
