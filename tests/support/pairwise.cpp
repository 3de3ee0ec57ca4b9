#include "tests/support/pairwise.hpp"

#include <numeric>
#include <set>
#include <tuple>

#include "tests/support/random.hpp"

namespace purlin::testing {
namespace {

using Pair = std::tuple<std::size_t, std::string, std::size_t, std::string>;

/// Whether any of the case's pairs is new; all are known from then on.
bool add_pairs(const std::vector<std::string>& values, std::set<Pair>& known) {
  bool any = false;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i + 1; j < values.size(); ++j)
      any |= known.insert({i, values[i], j, values[j]}).second;
  return any;
}

}  // namespace

std::vector<std::size_t> pairwise(const std::vector<std::vector<std::string>>& cases, std::uint64_t seed) {
  std::vector<std::size_t> order(cases.size()), chosen;
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random(seed).shuffle(order);
  std::set<Pair> known;
  for (std::size_t i : order)
    if (add_pairs(cases[i], known)) chosen.push_back(i);
  return chosen;
}

}  // namespace purlin::testing
