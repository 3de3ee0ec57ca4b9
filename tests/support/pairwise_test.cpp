#include "tests/support/pairwise.hpp"

#include <set>

#include "tests/catch.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin::testing;

TEST_CASE("pairwise: fewer cases, every pair") {
  std::vector<std::vector<std::string>> cases;
  for (const char* a : {"1", "2", "3"})
    for (const char* b : {"1", "2", "3"})
      for (const char* c : {"1", "2", "3"})
        for (const char* d : {"1", "2", "3"}) cases.push_back({a, b, c, d});
  std::set<std::string> pairs;
  const auto chosen = pairwise(cases, seed());
  for (std::size_t i : chosen)
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t b = 0; b < a; ++b) {
        const std::string factors = std::to_string(a) + std::to_string(b);
        pairs.insert(factors + cases[i][a] + cases[i][b]);
      }
  CHECK(pairs.size() == 6 * 9);
  CHECK(chosen.size() < cases.size() / 2);
}

TEST_CASE("pairwise: a case that stands alone stays") {
  CHECK(pairwise({{"a", "x"}, {"a", "y"}, {"b", "x"}}, seed()).size() == 3);
  CHECK(pairwise({}, seed()).empty());
}
