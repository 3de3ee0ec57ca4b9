#pragma once
#include <vector>

#include "snac/verify/wait_graph.hpp"

namespace purlin::testing {

/// Happens-before of launches in a row by walking back from every event through every edge: slow and plain.
class NaiveOrder {
 public:
  /// A lane's action; where `lane` is a caller's (numbered after the lanes), index 0 starts its rank's launch
  /// and index 1 ends it.
  struct At {
    int launch = 0;
    int lane = 0;
    int index = 0;
  };
  NaiveOrder(const WaitGraph& graph, int ranks, int launches);

  /// Whether any chain leads from one to the other, packets' included.
  bool observed(const At& from, const At& to) const { return before(observed_, from, to); }
  /// Whether a chain does in which packets stand only between the start of a giver's launch and the end of
  /// its taker's.
  bool acquired(const At& from, const At& to) const { return before(acquired_, from, to); }

 private:
  struct Edge {
    int from = 0;
    bool is_packet = false;
  };
  using Sets = std::vector<std::vector<bool>>;  // [to][from]

  int node(const At& at) const;
  void add(const At& from, const At& to, bool is_packet = false);
  void add_launch(const WaitGraph& graph, int launch);
  void add_rank(const WaitGraph& graph, int launch, int rank);
  void walk(int to, bool is_observed, std::vector<bool>& found) const;
  bool before(const Sets& sets, const At& from, const At& to) const;

  int ranks_, lanes_per_rank_;
  std::vector<int> first_;               // [lane] node of its first event in a launch
  int per_launch_ = 0;                   // nodes
  std::vector<std::vector<Edge>> into_;  // [node]
  std::vector<bool> is_start_, is_end_;
  Sets observed_, acquired_;
};

}  // namespace purlin::testing
