#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "atom_sim/cost.hpp"

namespace purlin::sim {

/// Something a lane can wait for: a stamp in a rank's slot, the first or the last word of packets in its
/// window.
struct Event {
  enum class Kind { stamp, first_word, last_word };
  Kind kind = Kind::stamp;
  Rank rank;     // where it can be seen
  int slot = 0;  // stamps
  std::uint32_t value = 0;
  int poster = -1;  // step that posts it; -1: nobody
  Latency delay;    // from the posting until it can be seen
};

/// One action, ready to be walked: wait for `before`, post `starting`, spend the latency and the flows, wait
/// for `after`, post `ending`. Waits and posts are events.
struct Step {
  Rank rank;
  int lane = 0;
  int action = 0;
  Work work;
  std::vector<int> before;
  std::vector<int> starting;
  std::vector<int> after;
  std::vector<int> ending;
};

/// A schedule as the simulator walks it: what each lane waits for and spends. Static, so that bounds and
/// critical paths need no second look at the schedule.
struct Script {
  std::vector<std::vector<std::vector<int>>> lanes;  // [rank][lane] -> steps, in order
  std::vector<Step> steps;
  std::vector<Event> events;
  int gpus = 0;
  int copy_engines = 0;  // of a GPU
  double poll_s = 0;     // a wait that had to wait ends so much after the event
};

Script script_of(const Schedule& schedule, CostModel& cost);

/// `the 2nd ready of rank 3, lane 0`, for reports.
std::string describe(const Event& event, const Schedule& schedule);

}  // namespace purlin::sim
