#pragma once
#include <span>
#include <vector>

#include "snac/derive/style.hpp"

namespace purlin {

/// One hop of one flow.
struct HopId {
  int flow = 0;
  int hop = 0;
};

/// A rank that reads what was made in a step.
struct Read {
  Rank reader;
  int step = 0;
  friend auto operator<=>(const Read&, const Read&) = default;
};

/// Who does what and who reads whom, step by step: what all lanes and rounds have in common. Peers are listed
/// from rank + 1 on, so that no port is hit by all at once; a rank is no peer of its own.
class Traffic {
 public:
  Traffic(const Problem& problem, const Flows& flows, Style style);

  const Problem& problem() const { return problem_; }
  const Flows& flows() const { return flows_; }
  Style style() const { return style_; }
  int ranks() const { return ranks_; }
  int steps() const { return steps_; }  // the last one; 0 where there is nothing but contributions
  const Flow& flow(HopId id) const { return flows_[static_cast<std::size_t>(id.flow)]; }
  const Hop& hop(HopId id) const { return flow(id).hops[static_cast<std::size_t>(id.hop)]; }

  /// Ranks that read a hop's result; its own rank where it goes through the switch.
  std::span<const Rank> readers(HopId id) const;
  /// Where they stand in a list of all readers of all hops.
  std::size_t first_reader(HopId id) const { return first_reader_[number(id)]; }
  std::size_t all_readers() const { return hop_readers_.size(); }
  /// What `rank` does in a step, in order: own operands first, then those of rank + 1 on. In step 0: the
  /// contributions that others read.
  const std::vector<HopId>& work(Rank rank, int step) const;
  /// Who reads what `rank` has made in a step.
  const std::vector<Rank>& readers(Rank rank, int step) const;
  /// The steps whose results `reader` reads of `rank`, ascending.
  std::span<const Read> steps_read(Rank rank, Rank reader) const;

  /// Who reads or writes the caller's own buffers of `rank`, and whose `rank` reads or writes.
  const std::vector<Rank>& borrowers(Rank rank) const { return borrowers_[index(rank)]; }
  const std::vector<Rank>& lenders(Rank rank) const { return lenders_[index(rank)]; }
  /// Who reads what `rank` has put into windows, and who has put what `rank` reads.
  const std::vector<Rank>& takers(Rank rank) const { return takers_[index(rank)]; }
  const std::vector<Rank>& givers(Rank rank) const { return givers_[index(rank)]; }

  std::vector<Rank> everybody_but(Rank rank) const;

 private:
  static std::size_t index(Rank rank) { return static_cast<std::size_t>(rank.value); }
  /// A hop among those of all flows.
  std::size_t number(HopId id) const {
    return first_hop_[static_cast<std::size_t>(id.flow)] + static_cast<std::size_t>(id.hop);
  }
  void add(int flow, std::vector<std::vector<Rank>>& readers);  // of its hops; memory to be used again
  void add_read(const Hop& read, Rank reader);
  void add_push(Rank from, Rank to);
  void sort_peers();
  void sort_work();
  int distance(Rank from, Rank to) const { return (to.value - from.value + ranks()) % ranks(); }
  static void sort_from(std::vector<Rank>& peers, Rank from);

  const Problem& problem_;
  const Flows& flows_;
  const Style style_;
  const int ranks_;
  int steps_ = 0;
  std::vector<std::size_t> first_hop_;                        // [flow]
  std::vector<std::size_t> first_reader_;                     // [hop], and the end
  std::vector<Rank> hop_readers_;                             // of all hops
  std::vector<std::vector<std::vector<HopId>>> work_;         // [rank][step]
  std::vector<std::vector<std::vector<Rank>>> step_readers_;  // [rank][step]
  std::vector<std::vector<Read>> reads_;                      // [rank] what others read of it, ascending
  std::vector<std::vector<Rank>> borrowers_, lenders_, takers_, givers_;
};

}  // namespace purlin
