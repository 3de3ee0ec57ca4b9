#include "tests/support/random_problem.hpp"

#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

TEST_CASE("every random problem is a valid spec", "[sweep]") {
  for (int i = 0; i < cases(50, 500, 2000); ++i) {
    const std::uint64_t at = seed() + static_cast<std::uint64_t>(i);
    const std::string text = random_problem(at);
    INFO("seed " << at << "\n" << text);
    Diagnostics diagnostics;
    const auto spec = read_problem(text, "random", ".", {}, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(diagnostic.message);
    REQUIRE(spec.has_value());
  }
}
