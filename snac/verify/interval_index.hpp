#pragma once
#include <bit>
#include <cstdint>
#include <map>
#include <vector>

namespace purlin {

/// Ids by non-empty interval [lo, hi), each found by what it touches. Intervals of like length share a level,
/// so that one that spans everything does not make the search for the others slow.
class IntervalIndex {
 public:
  void add(std::int64_t lo, std::int64_t hi, int id) { level(hi - lo).emplace(lo, Entry{hi, id}); }

  void remove(std::int64_t lo, std::int64_t hi, int id) {
    Level& level = this->level(hi - lo);
    for (auto [at, end] = level.equal_range(lo); at != end; ++at)
      if (at->second.id == id) return void(level.erase(at));
  }

  /// Calls `visit(id)` for all that touch [lo, hi). It must not change the index.
  template <class Visit>
  void visit(std::int64_t lo, std::int64_t hi, Visit&& visit) const {
    for (std::size_t log = 0; log < levels_.size(); ++log) {
      const Level& level = levels_[log];
      if (level.empty()) continue;
      const std::int64_t longest = std::int64_t{1} << log;
      for (auto at = level.upper_bound(lo - longest); at != level.end() && at->first < hi; ++at)
        if (at->second.hi > lo) visit(at->second.id);
    }
  }

 private:
  struct Entry {
    std::int64_t hi = 0;
    int id = 0;
  };
  using Level = std::multimap<std::int64_t, Entry>;

  /// Level k holds lengths up to 2^k.
  Level& level(std::int64_t length) {
    const auto log = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(length - 1)));
    if (levels_.size() <= log) levels_.resize(log + 1);
    return levels_[log];
  }

  std::vector<Level> levels_;
};

}  // namespace purlin
