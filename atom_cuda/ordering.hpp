#pragma once
#include <cstdint>
#include <vector>

#include "snac/action.hpp"

namespace purlin::cuda {

/// Which actions of a lane its threads must meet before. Threads share an action's bytes in a way that no
/// other action repeats, so whatever depends on bytes or signals of an action before must meet; the rest
/// flows.
class Ordering {
 public:
  struct Needs {
    bool sync = false;
    bool fence = false;
  };
  Needs before(const Action& action);
  /// All threads met for another reason.
  void met();

 private:
  struct Access {
    BufferKind buffer;
    Rank rank;
    std::int64_t first, last;
    bool writes;
  };
  static std::vector<Access> accesses_of(const Action& action);
  bool depends_on_pending(const Action& action, const std::vector<Access>& accesses) const;

  std::vector<Access> pending_;  // since the threads last met
  bool data_pending_ = false;
  bool wait_pending_ = false;  // a wait that only the polling warp has seen end
  bool take_pending_ = false;
  bool fenced_ = true;  // nothing happened since the last fence; a launch begins with one
};

}  // namespace purlin::cuda
