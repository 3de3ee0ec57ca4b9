#include "snac/verify/reuse.hpp"

#include <fmt/format.h>

#include "snac/verify/check.hpp"
#include "snac/verify/races.hpp"

namespace purlin {

Check check_reuse(const Schedule& schedule, const RaceWalk& walk) {
  return run_check("reuse", [&](Check& check) {
    if (schedule.buffers.halves < 2)
      throw Counterexample{
          "V402", "windows and signals have one half: the next launch overwrites what peers still read"};
    if (walk.apart)
      throw Counterexample{
          "V401", fmt::format("rank {} may end its launch before rank {} has started it: no chain of "
                              "notifications leads from the one's start to the other's end",
                              walk.apart->ends.value, walk.apart->starts.value)};
    if (walk.across) throw Counterexample{"V403", describe(schedule, *walk.across)};
    check.covered = {{"launches", walk.launches},
                     {"halves", schedule.buffers.halves},
                     {"ranks_met", schedule.problem.ranks()}};
  });
}

}  // namespace purlin
