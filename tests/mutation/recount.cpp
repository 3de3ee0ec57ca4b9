#include "tests/mutation/recount.hpp"

#include <algorithm>
#include <map>

namespace purlin::testing {
namespace {

using Counts = std::map<std::pair<int, int>, std::uint32_t>;  // notifications by (slot, rank)

Program renumbered(const Program& program, Counts& counts) {
  Program result;
  for (const Action& action : program) {
    const auto* notify = std::get_if<Notify>(&action.what);
    if (!notify) {
      result.push_back(action);
      continue;
    }
    std::map<std::uint32_t, std::vector<Rank>> by_ordinal;
    for (Rank rank : notify->ranks) by_ordinal[++counts[{notify->slot, rank.value}]].push_back(rank);
    for (const auto& [ordinal, ranks] : by_ordinal) {
      result.push_back(action);
      result.back().what = Notify{notify->slot, ordinal, ranks};
    }
  }
  return result;
}

void loosen(Await& await, int rank, Counts& counts) {
  for (Await::Wait& wait : await.waits) wait.value = std::min(wait.value, counts[{wait.slot, rank}]);
  std::erase_if(await.waits, [](const Await::Wait& wait) { return wait.value == 0; });
}

}  // namespace

void recount(Schedule& schedule) {
  Counts counts;
  for (auto& lanes : schedule.programs)
    for (Program& program : lanes) program = renumbered(program, counts);
  for (std::size_t rank = 0; rank < schedule.programs.size(); ++rank)
    for (Program& program : schedule.programs[rank])
      for (Action& action : program)
        if (auto* await = std::get_if<Await>(&action.what)) loosen(*await, static_cast<int>(rank), counts);
}

}  // namespace purlin::testing
