#include "snac/bandwidth.hpp"

#include <fmt/format.h>

#include <map>

#include "spec/named_collectives.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/support/problems.hpp"

using namespace purlin;

namespace {

Problem kind_over(std::string_view kind, int ranks, int bytes) {
  Overrides overrides;
  overrides.ranks = ranks;
  overrides.size = std::to_string(bytes);
  Diagnostics diagnostics;
  const auto spec = read_spec(std::string(kind), overrides, diagnostics);
  REQUIRE(spec);
  return spec->problem;
}

/// The factors that nccl-tests uses.
double closed_form(std::string_view kind, int ranks) {
  if (ranks == 1) return 0;
  const double r = ranks;
  if (kind == "all_reduce") return 2 * (r - 1) / r;
  if (kind == "broadcast" || kind == "reduce" || kind == "permute") return 1;
  return (r - 1) / r;
}

double factor(const ShortSpec& spec) { return busbw_factor(problem_of(spec)); }

}  // namespace

TEST_CASE("the busbw factor of every kind is its closed form") {
  for (const NamedCollective& kind : kNamedCollectives)
    for (int ranks = 1; ranks <= 8; ++ranks) {
      INFO(kind.name << " over " << ranks << " ranks");
      CHECK(busbw_factor(kind_over(kind.name, ranks, 840 * 64)) == Approx(closed_form(kind.name, ranks)));
    }
}

TEST_CASE("the busbw factor does not depend on which rank is the root") {
  for (const char* output : {"n @ 0", "n @ 2", "n @ 3"})
    CHECK(factor({"[4]", "n = 1000", "[p] n", output, "sum"}) == 1);
}

TEST_CASE("groups of a mesh count by themselves") {
  CHECK(factor({"[2, 4]", "n = 64", "[x, y] n", "[x] n", "sum"}) == Approx(2 * 3 / 4.0));
  CHECK(factor({"[2, 4]", "n = 64", "[x, y] n", "[y] n", "sum"}) == Approx(1));
  CHECK(factor({"[2, 4]", "n = 64", "[x, y] n", "[x] y n"}) == Approx(3 / 4.0));
}

TEST_CASE("what is there already does not cross a port") {
  CHECK(factor({"[4]", "n = 64", "n", "n"}) == 0);
  CHECK(factor({"[4]", "b = 8\nn = 64", "[rank=r] b n", "[rank=r] n b"}) == 0);
  CHECK(factor({"[4]", "b = 8\nn = 64", "[rank=r] b n", "[rank=r] n", "sum"}) == 0);
  CHECK(factor({"[4]", "n = 64", "[s] n", "[s+4] n"}) == 0);
}

TEST_CASE("replicas share what must leave them") {
  // Two ranks hold all of it, two others want it: each of these takes S, each of those need give no more than
  // S.
  const PortBytes ports =
      least_port_bytes(problem_of({"[2, 2]", "n = 64", "n @ x=0", "n @ x=1", "copy", "f32"}));
  CHECK(ports.in == std::vector<double>{0, 0, 256, 256});
  CHECK(ports.out == std::vector<double>{128, 128, 0, 0});
  CHECK(ports.total == 512);
  CHECK(ports.busiest() == 256);
}

TEST_CASE("a reduction to somebody else costs one message more") {
  const PortBytes ports = least_port_bytes(problem_of({"[2, 2]", "n = 64", "[y] n @ x=0", "n @ x=1", "sum"}));
  CHECK(ports.total == (2 + 2 - 1) * 256);
  CHECK(ports.out == std::vector<double>{256, 256, 0, 0});
}

TEST_CASE("a ragged collective counts its own bytes") {
  const Problem problem = problem_of({"[3]", "n = { per = [\"s\"], sizes = [1, 0, 5] }", "[s] n", "s n"});
  const PortBytes ports = least_port_bytes(problem);
  CHECK(ports.in == std::vector<double>{20, 24, 4});
  CHECK(ports.out == std::vector<double>{4, 0, 20});
  CHECK(busbw_factor(problem) == 1);  // rank 1 has none of it
}

TEST_CASE("nothing to move has no factor") {
  CHECK(factor({"[4]", "n = 0", "[p] n", "n", "sum"}) == 0);
  CHECK(factor({"[4]", "k = 0\nn = 8", "[p] k n", "n", "sum"}) == 0);
}
