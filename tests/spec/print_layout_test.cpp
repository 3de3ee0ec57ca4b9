#include <fmt/format.h>

#include "tests/catch.hpp"
#include "tests/spec/reading.hpp"
#include "tests/support/random_problem.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

// The text again, with layouts as they are printed.
std::string with_printed_layouts(const std::string& text, const Problem& problem) {
  return text.substr(0, text.find("input = ")) + fmt::format("input = \"{}\"\noutput = \"{}\"\n",
                                                             print(problem, problem.input),
                                                             print(problem, problem.output));
}

}  // namespace

TEST_CASE("a printed layout reads as the same layout", "[sweep]") {
  for (int i = 0; i < cases(50, 500, 2000); ++i) {
    const std::uint64_t at = seed() + static_cast<std::uint64_t>(i);
    const std::string text = random_problem(at);
    const Problem problem = read_toml_text(text);
    const std::string printed = with_printed_layouts(text, problem);
    INFO("seed " << at << "\n" << printed);
    const Problem again = read_toml_text(printed);
    CHECK(again.input == problem.input);
    CHECK(again.output == problem.output);
    CHECK(with_printed_layouts(text, again) == printed);
  }
}

TEST_CASE("layouts are printed as people write them") {
  const Problem line = read("[ s+9 ]b  n -> b s n@3", {.ranks = 8});
  CHECK(print(line, line.input) == "[s+1] b n");
  CHECK(print(line, line.output) == "b s n @ 3");
  const Problem grid =
      read_toml_text(spec_text("axes = [\"dp\", \"tp\"]\nshape = [2, 4]", "n = 5",
                               "input = \"[dp, tp=s-1] n\"\noutput = \"s n dp @ dp=1, tp=2\""));
  CHECK(print(grid, grid.input) == "[dp, tp=s-1] n");
  CHECK(print(grid, grid.output) == "s n dp @ dp=1, tp=2");
}

TEST_CASE("the empty layout is one element") {
  const Problem problem = read("->");
  CHECK(print(problem, problem.input).empty());
  CHECK(size_of(problem).value == 4);
  const Problem pinned = read("@ 1 ->");
  CHECK(print(pinned, pinned.input) == "@ 1");
}
