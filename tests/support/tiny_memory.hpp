#pragma once
#include <map>
#include <vector>

#include "snac/schedule.hpp"

namespace purlin::testing {

/// A byte of some rank's memory, numbered through.
using Cell = int;

/// The memory that a few launches share, byte by byte. Windows, packets and slots have halves used in turn;
/// each schedule has callers' buffers of its own, which come first.
class TinyMemory {
 public:
  explicit TinyMemory(const std::vector<const Schedule*>& launches);

  int cells() const { return cells_; }
  int slots() const { return slots_; }
  int launches() const { return static_cast<int>(launches_.size()); }
  const Schedule& schedule(int launch) const { return *launches_[static_cast<std::size_t>(launch - 1)]; }
  Cell callers_end() const { return callers_end_; }

  /// Where the first byte of a buffer is; for windows, of the half of `launch`.
  Cell base(BufferKind kind, int rank, int launch) const;
  /// Every operand of every element of `width` bytes: [element][fold][byte].
  std::vector<Cell> operands_of(const Span& span, int launch, int width) const;
  /// The bytes [from, to) of packets, in words of eight.
  std::vector<Cell> words_of(const TakePackets::Packets& at, int launch, std::int64_t from,
                             std::int64_t to) const;
  int slot_of(int rank, int slot, int launch) const;
  int flag_of(const TakePackets::Packets& at, std::int64_t word, int launch) const;

  struct Place {
    BufferKind buffer;
    std::int64_t offset;
  };
  /// Where in the callers' memory a rank's input and output are.
  static Place input_of(const Problem& problem, int rank);
  static Place output_of(const Problem& problem, int rank);

 private:
  std::int64_t shared_bytes() const { return halves_ * (window_ + packets_ / 2) + scratch_; }

  std::vector<const Schedule*> launches_;
  std::map<const Schedule*, Cell> callers_;  // where their buffers start
  int ranks_, halves_ = 1, signals_ = 0;     // of one half of one rank
  std::int64_t window_ = 0, packets_ = 0, scratch_ = 0;
  Cell callers_end_ = 0;
  int cells_ = 0, slots_ = 0;
};

}  // namespace purlin::testing
