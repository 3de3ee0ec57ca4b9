#pragma once
#include <map>
#include <vector>

#include "snac/derive/style.hpp"

namespace purlin {

/// One hop of one flow.
struct HopId {
  int flow = 0;
  int hop = 0;
};

/// Who does what and who reads whom, step by step: what all lanes and rounds have in common. Peers are listed
/// from rank + 1 on, so that no port is hit by all at once; a rank is no peer of its own.
class Traffic {
 public:
  Traffic(const Problem& problem, const Flows& flows, Style style);

  const Problem& problem() const { return problem_; }
  const Flows& flows() const { return flows_; }
  Style style() const { return style_; }
  int ranks() const { return problem_.ranks(); }
  int steps() const { return steps_; }  // the last one; 0 where there is nothing but contributions
  const Flow& flow(HopId id) const { return flows_[static_cast<std::size_t>(id.flow)]; }
  const Hop& hop(HopId id) const { return flow(id).hops[static_cast<std::size_t>(id.hop)]; }

  /// Ranks that read a hop's result.
  const std::vector<Rank>& readers(HopId id) const;
  /// What `rank` does in a step, in order: own operands first, then those of rank + 1 on. In step 0: the
  /// contributions that others read.
  const std::vector<HopId>& work(Rank rank, int step) const;
  /// Who reads what `rank` has made in a step.
  const std::vector<Rank>& readers(Rank rank, int step) const;
  /// The steps whose results `reader` reads of `rank`, ascending.
  const std::vector<int>& steps_read(Rank rank, Rank reader) const;

  /// Who reads the caller's own buffers of `rank`, and whose `rank` reads.
  const std::vector<Rank>& borrowers(Rank rank) const { return borrowers_[index(rank)]; }
  const std::vector<Rank>& lenders(Rank rank) const { return lenders_[index(rank)]; }
  /// Who reads what `rank` has put into windows, and who has put what `rank` reads.
  const std::vector<Rank>& takers(Rank rank) const { return takers_[index(rank)]; }
  const std::vector<Rank>& givers(Rank rank) const { return givers_[index(rank)]; }

  std::vector<Rank> everybody_but(Rank rank) const;

 private:
  static std::size_t index(Rank rank) { return static_cast<std::size_t>(rank.value); }
  void add(int flow);
  void add_read(HopId id, Rank reader);
  void sort_peers();
  void sort_work();
  int distance(Rank from, Rank to) const { return (to.value - from.value + ranks()) % ranks(); }
  std::vector<Rank> rotated(std::vector<Rank> peers, Rank from) const;

  const Problem& problem_;
  const Flows& flows_;
  const Style style_;
  int steps_ = 0;
  std::vector<std::vector<std::vector<Rank>>> hop_readers_;   // [flow][hop]
  std::vector<std::vector<std::vector<HopId>>> work_;         // [rank][step]
  std::vector<std::vector<std::vector<Rank>>> step_readers_;  // [rank][step]
  std::vector<std::map<Rank, std::vector<int>>> steps_read_;  // [rank] by reader
  std::vector<std::vector<Rank>> borrowers_, lenders_, takers_, givers_;
};

}  // namespace purlin
