#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "snac/derive/exchange.hpp"
#include "snac/derive/sharing.hpp"

namespace purlin {

/// What each rank stages, and where in its window: a block of its input that peers read is staged once,
/// whoever reads it. A lane owns a part of the window; in it, `depth` rounds lie side by side and are reused
/// in turn.
class WindowPlan {
 public:
  struct Staged {
    Transfer::Source source;
    const Transfer* transfer;  // one of those that read it: all share its bytes alike
    std::int64_t offset = 0;   // in a round's part of the window
  };

  /// Places everything into halves of at most `window_half` bytes; a chunk of 0 becomes the largest that lets
  /// two rounds overlap, where not all fits at once.
  WindowPlan(const Exchange& exchange, Sharing sharing, std::int64_t window_half);

  /// Why it cannot be done, or empty.
  const std::string& refusal() const { return refusal_; }
  const Sharing& sharing() const { return sharing_; }
  std::int64_t rounds() const { return rounds_; }
  std::int64_t depth() const { return depth_; }  // rounds in the window at a time
  std::int64_t half() const { return depth_ * round_bytes_ * sharing_.lanes; }
  const std::vector<Staged>& staged_by(Rank rank) const {
    return staged_[static_cast<std::size_t>(rank.value)];
  }

  /// A source's piece as it lies in its rank's window, densely: [piece of the cut].
  std::vector<Span> pieces(const Transfer::Source& source, Range range, int lane, std::int64_t round) const;

 private:
  void collect(const Exchange& exchange);
  void place();
  std::int64_t round_bytes_of(std::vector<Staged>& staged) const;
  const Staged& find(const Transfer::Source& source) const;

  Sharing sharing_;
  std::string refusal_;
  std::vector<std::vector<Staged>> staged_;                          // [rank]
  std::vector<std::multimap<std::int64_t, std::size_t>> by_offset_;  // [rank] input offset -> staged
  std::int64_t round_bytes_ = 0;
  std::int64_t rounds_ = 1;
  std::int64_t depth_ = 1;
};

}  // namespace purlin
