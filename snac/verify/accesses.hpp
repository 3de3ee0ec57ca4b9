#pragma once
#include <string>
#include <vector>

#include "snac/verify/interval_index.hpp"
#include "snac/verify/order.hpp"
#include "snac/verify/strided.hpp"

namespace purlin {

/// Bytes (or packets) that an action touches.
struct Access {
  BufferKind buffer = BufferKind::input;
  Rank rank;
  Box box;  // at: address
  bool is_write = false;
};

/// All that an action touches outside packet windows.
std::vector<Access> accesses_of(const Action& action);

/// The accesses to one buffer that later ones may still conflict with.
class AccessHistory {
 public:
  struct Past {
    Box box;
    std::int32_t lane = 0;
    std::uint32_t count = 0;  // event of the lane, from 1 over all launches
    bool is_write = false;
  };

  /// Calls `clash(past)` for every earlier access that shares a byte, where one of the two writes.
  template <class Clash>
  void check(const Box& box, bool is_write, Clash&& clash) const {
    const auto test = [&](int id) {
      const Past& past = past_[static_cast<std::size_t>(id)];
      if (overlap(past.box, box)) clash(past);
    };
    writes_.visit(box.at, box.end(), test);
    if (is_write) reads_.visit(box.at, box.end(), test);
  }

  /// Adds an access that follows all that it clashes with. A write makes all that it covers obsolete: who
  /// conflicts with them conflicts with it.
  void add(Past access);

 private:
  void forget_covered(IntervalIndex& index, const Box& box);

  std::vector<Past> past_;
  std::vector<int> free_;
  IntervalIndex writes_;
  IntervalIndex reads_;
};

}  // namespace purlin
