#include "spec/packing.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/spec/reading.hpp"
#include "tests/support/random_problem.hpp"
#include "tests/support/slices.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

// Nested loops know the memory order; positions are their count.
void check_offsets(const Problem& problem, const Layout& layout) {
  for (Rank rank; rank.value < problem.ranks(); ++rank.value) {
    std::int64_t position = 0;
    bool same = true;
    for_each_held(problem, layout, rank, [&](const Index& index) {
      same = same && offset_of(problem, layout, index).value == position;
      ++position;
    });
    CHECK(same);
    CHECK(held_elements(problem, layout, rank).value == position);
    CHECK(held_bytes(problem, layout, rank).value == position * size_of(problem.dtype).value);
  }
}

std::int64_t largest_held(const Problem& problem) {
  std::int64_t most = 0;
  for (Rank rank; rank.value < problem.ranks(); ++rank.value)
    for (const Layout* layout : {&problem.input, &problem.output}) {
      std::int64_t held = 0;
      for_each_held(problem, *layout, rank, [&](const Index&) { ++held; });
      most = std::max(most, held);
    }
  return most * size_of(problem.dtype).value;
}

Problem ragged_all_to_all() {
  return read_toml_text(spec_text("shape = [3]",
                                  "n = { per = [\"s\", \"d\"], sizes = [[3, 0, 5], [1, 2, 0], [4, 4, 4]] }",
                                  "kind = \"all_to_all_v\""));
}

}  // namespace

TEST_CASE("positions are those of nested loops, element by element", "[sweep]") {
  for (int i = 0; i < cases(50, 500, 2000); ++i) {
    const std::uint64_t at = seed() + static_cast<std::uint64_t>(i);
    const Problem problem = read_toml_text(random_problem(at));
    INFO("seed " << at);
    check_offsets(problem, problem.input);
    check_offsets(problem, problem.output);
    CHECK(size_of(problem).value == largest_held(problem));
  }
}

TEST_CASE("what an output element is made of is counted", "[sweep]") {
  for (int i = 0; i < cases(50, 500, 2000); ++i) {
    const std::uint64_t at = seed() + static_cast<std::uint64_t>(i);
    const Problem problem = read_toml_text(random_problem(at));
    INFO("seed " << at);
    std::vector<AxisId> reduced = reduced_axes(problem);
    std::ranges::stable_partition(
        reduced, [&](AxisId axis) { return !problem.axes[static_cast<std::size_t>(axis)].ragged; });
    for (Rank rank; rank.value < problem.ranks(); ++rank.value)
      for_each_held(problem, problem.output, rank, [&](const Index& index) {
        std::int64_t count = 0;
        for_each_combination(problem, reduced, index, [&](const Index&) { ++count; });
        if (count != reduced_count(problem, index)) FAIL("counted " << count);
      });
  }
}

TEST_CASE("a ragged slice is packed in layout order") {
  const Problem problem = ragged_all_to_all();
  const AxisId n = 0, s = 1, d = 2;
  REQUIRE(problem.axes[s].name == "s");
  const auto index = [&](std::int64_t in_s, std::int64_t in_d, std::int64_t in_n) {
    Index all(3);
    all[s] = in_s, all[d] = in_d, all[n] = in_n;
    return all;
  };
  CHECK(held_elements(problem, problem.input, {0}).value == 8);
  CHECK(held_elements(problem, problem.output, {1}).value == 6);
  CHECK(offset_of(problem, problem.input, index(2, 1, 3)).value == 7);
  CHECK(offset_of(problem, problem.output, index(2, 1, 3)).value == 5);
  CHECK(extent_at(problem, n, index(0, 2, 0)) == 5);
}

TEST_CASE("a bound index is the coordinate less the shift, modulo the extent") {
  const Problem problem = read("[s+2] n -> [s-1] n", {.ranks = 5});
  for (std::int64_t c = 0; c < 5; ++c) {
    CHECK(bound_index(problem.input.bindings[0], problem.mesh, {c}) == (c + 3) % 5);
    CHECK(bound_index(problem.output.bindings[0], problem.mesh, {c}) == (c + 1) % 5);
  }
}

TEST_CASE("only ranks at the pin hold anything, unbound mesh axes replicate") {
  const Problem problem = read_toml_text(spec_text("axes = [\"a\", \"b\"]\nshape = [2, 3]", "n = 5",
                                                   "input = \"[b] n @ a=1\"\noutput = \"b n\""));
  for (Rank rank; rank.value < 6; ++rank.value) {
    CHECK(held_elements(problem, problem.input, rank).value == (rank.value < 3 ? 0 : 5));
    CHECK(held_elements(problem, problem.output, rank).value == 15);
  }
}
