#include "spec/read_problem.hpp"

#include "spec/named_collectives.hpp"
#include "tests/catch.hpp"
#include "tests/spec/bad_sample.hpp"

using namespace purlin;
using purlin::testing::told;

namespace {

Problem read(const std::string& spec, const Overrides& overrides = {}) {
  Diagnostics diagnostics;
  const auto result = read_spec(spec, overrides, diagnostics);
  INFO(told(diagnostics));
  REQUIRE(result);
  return result->problem;
}

Problem read_text(const std::string& text) {
  Diagnostics diagnostics;
  const auto result = read_problem(text, "x.toml", ".", {}, diagnostics);
  INFO(told(diagnostics));
  REQUIRE(result);
  return result->problem;
}

}  // namespace

TEST_CASE("every kind is read by its name on 1 to 8 ranks") {
  for (const std::string& name : collective_names())
    for (std::int64_t ranks = 1; ranks <= 8; ++ranks) {
      const Problem problem = read(name, {.ranks = ranks, .size = "64K"});
      CHECK(problem.ranks() == ranks);
      CHECK(size_of(problem).value <= 65536);
      CHECK(size_of(problem).value > 65536 - 8 * 4);
    }
}

TEST_CASE("a pair of layouts is a spec") {
  const Problem problem = read("[p] n -> n", {.ranks = 4, .op = "sum", .size = "1M"});
  CHECK(problem.axes[1].size == (1 << 18));
  CHECK(print(problem, problem.input) == "[p] n");
}

TEST_CASE("a file is a spec") {
  const Problem problem = read_text(R"(
[mesh]
axes = ["dp", "tp"]
shape = [2, 4]
[axes]
n = "8Ki"
[collective]
dtype = "bf16"
op = "sum"
input = "[dp, tp] n"
output = "[dp] n"
)");
  CHECK(problem.ranks() == 8);
  CHECK(problem.dtype == DataType::bf16);
  CHECK(size_of(problem).value == 16384);
}
