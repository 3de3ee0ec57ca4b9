#include "snac/host/rows.hpp"

#include <map>

namespace purlin::host {

std::vector<std::vector<Rank>> holders(const Problem& problem) {
  std::map<Index, std::vector<Rank>> groups;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    const Coordinates at = problem.mesh.coordinates_of(rank);
    if (!holds(problem.output, at)) continue;
    Index bound;
    for (const Layout::Binding& binding : problem.output.bindings)
      bound.push_back(bound_index(binding, problem.mesh, at));
    groups[bound].push_back(rank);
  }
  std::vector<std::vector<Rank>> all;
  for (auto& [bound, ranks] : groups) all.push_back(std::move(ranks));
  return all;
}

}  // namespace purlin::host
