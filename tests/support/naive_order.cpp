#include "tests/support/naive_order.hpp"

#include <set>

namespace purlin::testing {

NaiveOrder::NaiveOrder(const WaitGraph& graph, int ranks, int launches)
    : ranks_(ranks), lanes_per_rank_(graph.lanes() / ranks) {
  for (int lane = 0; lane < graph.lanes() + ranks; ++lane) {
    first_.push_back(per_launch_);
    per_launch_ += lane < graph.lanes() ? graph.size(lane) : 2;
  }
  const auto nodes = static_cast<std::size_t>(per_launch_ * launches);
  into_.resize(nodes), is_start_.resize(nodes), is_end_.resize(nodes);
  for (int launch = 0; launch < launches; ++launch) add_launch(graph, launch);
  observed_ = acquired_ = Sets(nodes, std::vector<bool>(nodes));
  for (std::size_t to = 0; to < nodes; ++to) {
    walk(static_cast<int>(to), true, observed_[to]);
    walk(static_cast<int>(to), false, acquired_[to]);
  }
}

int NaiveOrder::node(const At& at) const {
  return at.launch * per_launch_ + first_[static_cast<std::size_t>(at.lane)] + at.index;
}

void NaiveOrder::add(const At& from, const At& to, bool is_packet) {
  into_[static_cast<std::size_t>(node(to))].push_back({node(from), is_packet});
}

void NaiveOrder::add_launch(const WaitGraph& graph, int launch) {
  for (int rank = 0; rank < ranks_; ++rank) add_rank(graph, launch, rank);
  for (std::int32_t lane = 0; lane < graph.lanes(); ++lane)
    for (std::int32_t index = 0; index < graph.size(lane); ++index)
      for (const Event& needed : graph.needs({lane, index}))
        add({launch, needed.lane, needed.index}, {launch, lane, index}, graph.hands_packets(needed));
}

/// Its caller ends the launch before, starts this one, and ends it after all lanes.
void NaiveOrder::add_rank(const WaitGraph& graph, int launch, int rank) {
  const int caller = graph.lanes() + rank;
  const At start{launch, caller, 0}, end{launch, caller, 1};
  is_start_[static_cast<std::size_t>(node(start))] = is_end_[static_cast<std::size_t>(node(end))] = true;
  if (launch > 0) add({launch - 1, caller, 1}, start);
  add(start, end);
  for (int lane = rank * lanes_per_rank_; lane < (rank + 1) * lanes_per_rank_; ++lane) {
    At last = start;
    for (int index = 0; index < graph.size(lane); ++index) {
      const At here{launch, lane, index};
      add(last, here);
      last = here;
    }
    add(last, end);
  }
}

/// Walking back, packets are met after the end of a launch alone, and what is met then counts from a start
/// on.
void NaiveOrder::walk(int to, bool is_observed, std::vector<bool>& found) const {
  std::set<std::pair<int, bool>> seen;
  std::vector<std::pair<int, bool>> open{{to, is_observed}};
  while (!open.empty()) {
    const auto [here, packets] = open.back();
    open.pop_back();
    if (!seen.insert({here, packets}).second) continue;
    const auto at = static_cast<std::size_t>(here);
    if (is_observed || !packets) found[at] = true;
    if (!is_observed && is_end_[at]) open.push_back({here, true});
    if (!is_observed && is_start_[at]) open.push_back({here, false});
    for (const Edge& edge : into_[at])
      if (packets || !edge.is_packet) open.push_back({edge.from, packets});
  }
}

bool NaiveOrder::before(const Sets& sets, const At& from, const At& to) const {
  return sets[static_cast<std::size_t>(node(to))][static_cast<std::size_t>(node(from))];
}

}  // namespace purlin::testing
