#pragma once
#include <vector>

#include "tests/support/tiny_memory.hpp"

namespace purlin::testing {

/// What a lane, or a rank's caller, does at once.
struct Step {
  enum class Kind { read, write, store, wait, caller };
  Kind kind = Kind::read;
  int launch = 1;                // a caller's step ends the one before and starts this one
  std::vector<Cell> reads{};     // [element][operand][byte], or just bytes
  std::vector<Cell> writes{};    // from what the lane has read last, in turn
  int first = 0;                 // of what it has read
  bool is_last = false;          // forgets what the lane has read
  ReduceOp op = ReduceOp::copy;  // of a read
  std::int64_t divisor = 1;
  int width = 1;     // bytes of an element
  int elements = 0;  // of a reduction's result
  int slot = -1;     // stored or awaited, or the flag written along with a packet
  int stamp = 0;
  bool is_flag = false;  // of a packet: awaited exactly
};

/// A few launches in a row: all steps of all lanes, one launch after the other.
class TinyWorld {
 public:
  explicit TinyWorld(const std::vector<const Schedule*>& launches);

  struct Lane {
    int rank = 0;
    bool is_caller = false;
    std::vector<Step> steps{};
    std::vector<int> ends{0};  // [launch] steps until its end
  };
  const TinyMemory& memory() const { return memory_; }
  const std::vector<Lane>& lanes() const { return lanes_; }
  int lanes_per_rank() const { return per_rank_; }  // the caller, who comes first, included
  int cells() const { return cells_; }              // the callers' and others that are touched
  int slots() const { return slots_; }

 private:
  void add_launch(int launch);
  void add_callers(int launch);
  void forget_unused();

  TinyMemory memory_;
  std::vector<Lane> lanes_;
  int per_rank_ = 1, cells_ = 0, slots_ = 0;
};

}  // namespace purlin::testing
