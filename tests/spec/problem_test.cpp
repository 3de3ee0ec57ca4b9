#include "spec/problem.hpp"

#include "tests/catch.hpp"

using namespace purlin;

namespace {

// 3 ranks; n has a size per (src, dst).
Problem ragged_all_to_all() {
  Problem problem;
  problem.mesh.axes = {{"rank", 3}};
  problem.axes = {
      {"src", 3, {}}, {"dst", 3, {}}, {"n", 5, Axis::Ragged{{0, 1}, {3, 0, 5, 1, 2, 0, 4, 4, 4}}}};
  problem.input = {{{0, 0, 0}}, {1, 2}, {}};
  problem.output = {{{0, 1, 0}}, {0, 2}, {}};
  problem.scale = 2;
  return problem;
}

}  // namespace

TEST_CASE("a ragged slice is packed") {
  const Problem problem = ragged_all_to_all();
  CHECK(held_elements(problem, problem.input, {0}).value == 8);
  CHECK(held_elements(problem, problem.output, {0}).value == 8);
  CHECK(held_elements(problem, problem.output, {1}).value == 6);
  CHECK(offset_of(problem, problem.input, {2, 1, 3}).value == 7);
  CHECK(offset_of(problem, problem.output, {2, 1, 3}).value == 5);
  CHECK(size_of(problem).value == 12 * 4);
}

TEST_CASE("every entry of a ragged table is rounded down") {
  Diagnostics diagnostics;
  const auto half = resized(ragged_all_to_all(), {24}, diagnostics);
  REQUIRE(half);
  CHECK(half->axes[2].ragged->sizes == std::vector<std::int64_t>{1, 0, 2, 0, 1, 0, 2, 2, 2});
}
