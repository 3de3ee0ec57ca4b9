#include "snac/derive/rendezvous.hpp"

#include <algorithm>

namespace purlin {
namespace {

/// Sets of ranks whose start something follows.
class Seen {
 public:
  explicit Seen(int ranks) : words_((static_cast<std::size_t>(ranks) + 63) / 64) {}
  void add(Rank rank) { words_[at(rank)] |= bit(rank); }
  void add(const Seen& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }
  bool has(Rank rank) const { return (words_[at(rank)] & bit(rank)) != 0; }

 private:
  static std::size_t at(Rank rank) { return static_cast<std::size_t>(rank.value) / 64; }
  static std::uint64_t bit(Rank rank) { return std::uint64_t{1} << (rank.value % 64); }
  std::vector<std::uint64_t> words_;
};

class Starts {
 public:
  Starts(const Traffic& traffic, int lanes)
      : traffic_(traffic),
        hands_on_(traffic.style().regime != Regime::packet || (lanes == 1 && all_announced())) {
    for (Rank rank; rank.value < traffic.ranks(); ++rank.value) {
      Seen self(traffic.ranks());
      self.add(rank);
      after_.push_back({self});
    }
    for (int step = 1; step <= traffic.steps(); ++step) go_on(step);
    for (Rank rank; rank.value < traffic.ranks(); ++rank.value) end_.push_back(end_of(rank));
  }

  bool all_meet() const {
    for (Rank p; p.value < traffic_.ranks(); ++p.value)
      for (Rank q; q.value < traffic_.ranks(); ++q.value)
        if (!end_[static_cast<std::size_t>(p.value)].has(q)) return false;
    return true;
  }

 private:
  std::vector<Seen>& after(Rank rank) { return after_[static_cast<std::size_t>(rank.value)]; }

  void go_on(int step) {
    for (Rank rank; rank.value < traffic_.ranks(); ++rank.value) {
      Seen seen = after(rank).back();
      for (HopId id : traffic_.work(rank, step)) add_operands(id, seen);
      after(rank).push_back(std::move(seen));
    }
  }

  void add_operands(HopId id, Seen& seen) {
    const Flow& flow = traffic_.flow(id);
    for (Rank to : traffic_.hop(id).pushed_to) seen.add(after(to)[0]);
    for (int operand : traffic_.hop(id).operands) {
      const Hop& read = flow.hops[static_cast<std::size_t>(operand)];
      if (read.at == traffic_.hop(id).at || !is_announced(flow, read)) continue;
      if (hands_on_)
        seen.add(after(read.at)[static_cast<std::size_t>(read.step)]);
      else
        seen.add(read.at);
    }
  }

  /// Packets announce themselves alone: where there are none, of an empty fold say, nothing is announced.
  bool is_announced(const Flow& flow, const Hop& read) const {
    if (traffic_.style().regime != Regime::packet) return true;
    const auto& fold = flow.shape(read).fold;
    return flow.range.bytes() > 0 && !(fold && fold->count == 0);
  }

  bool all_announced() const {
    return std::ranges::all_of(traffic_.flows(), [&](const Flow& flow) {
      return std::ranges::all_of(flow.hops, [&](const Hop& hop) { return is_announced(flow, hop); });
    });
  }

  Seen end_of(Rank rank) {
    Seen seen = after(rank).back();
    for (Rank borrower : traffic_.borrowers(rank)) seen.add(after(borrower).back());
    return seen;
  }

  const Traffic& traffic_;
  const bool hands_on_;                   // else packets say nothing of what was seen before them
  std::vector<std::vector<Seen>> after_;  // [rank][step]
  std::vector<Seen> end_;                 // [rank]
};

}  // namespace

bool is_rendezvous(const Traffic& traffic, int lanes) { return Starts(traffic, lanes).all_meet(); }

}  // namespace purlin
