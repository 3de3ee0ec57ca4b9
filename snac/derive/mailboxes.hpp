#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "snac/derive/sharing.hpp"
#include "snac/derive/traffic.hpp"

namespace purlin {

/// Where results lie in windows, and how many rounds bytes go in. A lane owns a part of every window; in it
/// `depth` rounds lie side by side and are reused in turn.
class Mailboxes {
 public:
  /// Places everything into halves of at most `half_limit` bytes; a chunk of 0 becomes the largest that lets
  /// two rounds overlap, where not all fits at once.
  Mailboxes(const Traffic& traffic, Cutting cutting, std::int64_t half_limit);

  /// Why it cannot be done, or empty.
  const std::string& refusal() const { return refusal_; }
  const Cutting& cutting() const { return cutting_; }
  std::int64_t rounds() const { return rounds_; }
  std::int64_t depth() const { return depth_; }  // rounds in a window at a time
  std::int64_t half() const { return depth_ * round_bytes_ * cutting_.lanes; }
  const Sharing& sharing(int flow) const { return sharings_[static_cast<std::size_t>(flow)]; }

  /// Where a lane's piece of a round begins in the window of the rank that made it or of its `reader`-th
  /// reader.
  std::int64_t offset(HopId id, std::size_t reader, int lane, std::int64_t round) const;

 private:
  void share();
  void place();
  std::int64_t slot_bytes(HopId id) const;

  const Traffic& traffic_;
  Cutting cutting_;
  std::string refusal_;
  std::vector<Sharing> sharings_;    // [flow]
  std::vector<std::int64_t> slots_;  // [reader of a hop] offset in a round
  std::size_t most_slots_ = 0;       // of a rank
  std::int64_t round_bytes_ = 0;
  std::int64_t rounds_ = 1;
  std::int64_t depth_ = 1;
};

/// Packets of one piece: 16 bytes for every 8 or rest.
std::int64_t packet_bytes(std::int64_t bytes);

}  // namespace purlin
