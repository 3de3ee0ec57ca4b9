#include "spec/named_collectives.hpp"
#include "tests/catch.hpp"
#include "tests/spec/reading.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

Problem at_size(const Problem& problem, std::int64_t bytes) {
  Diagnostics diagnostics;
  const auto result = resized(problem, {bytes}, diagnostics);
  REQUIRE(result);
  return *result;
}

Codes faults_at(const Problem& problem, std::int64_t bytes) {
  Diagnostics diagnostics;
  CHECK_FALSE(resized(problem, {bytes}, diagnostics));
  Codes codes;
  for (const Diagnostic& diagnostic : diagnostics.all()) codes.push_back(diagnostic.code);
  return codes;
}

std::string scaled_name(const Problem& problem) {
  return problem.scale < 0 ? "" : problem.axes[static_cast<std::size_t>(problem.scale)].name;
}

}  // namespace

TEST_CASE("a size is reached as far as whole elements allow") {
  for (const std::string& name : collective_names())
    for (std::int64_t ranks = 1; ranks <= 8; ++ranks)
      for (std::int64_t bytes : {0, 1, 3, 4, 31, 32, 33, 1000, 65536, 65537, 1 << 20}) {
        const Problem problem = read(name, {.ranks = ranks});
        const Problem sized = at_size(problem, bytes);
        INFO(name << " on " << ranks << " ranks, " << bytes << " bytes");
        CHECK(size_of(sized).value <= bytes);
        const bool ragged = problem.axes[static_cast<std::size_t>(problem.scale)].ragged.has_value();
        if (!ragged) CHECK(size_of(sized).value > bytes - 4 * ranks);
        if (ragged) CHECK(size_of(sized).value > bytes - 8 * ranks);  // each entry is rounded down
      }
}

TEST_CASE("a size is S: the larger side of the busiest rank, in bytes") {
  CHECK(size_of(read("all_gather", {.ranks = 8, .dtype = "f16", .size = "64K"})).value == 65536);
  CHECK(read("all_gather", {.ranks = 8, .dtype = "f16", .size = "64K"}).axes[1].size == 4096);
  CHECK(read("all_reduce", {.ranks = 8, .dtype = "f64", .size = "64K"}).axes[1].size == 8192);
}

TEST_CASE("every entry of a ragged table is rounded down") {
  const Problem problem = read_toml_text(
      spec_text("shape = [3]", "n = { per = [\"s\", \"d\"], sizes = [[3, 0, 5], [1, 2, 0], [4, 4, 4]] }",
                "kind = \"all_to_all\""));
  const Problem half = at_size(problem, 24);
  CHECK(half.axes[0].ragged->sizes == std::vector<std::int64_t>{1, 0, 2, 0, 1, 0, 2, 2, 2});
  CHECK(half.axes[0].size == 2);
  CHECK(at_size(problem, 48).axes == problem.axes);
}

TEST_CASE("the scaled axis is the innermost of the input that is local on both sides") {
  CHECK(scaled_name(read("[s] b h -> b s h")) == "h");
  CHECK(scaled_name(read("[s] b d -> [d] s b")) == "b");
  CHECK(scaled_name(read("[p] n k -> n", {.op = "sum"})) == "n");
  CHECK(scaled_name(read("[s] d -> [d] s")).empty());
  const Problem parent =
      read_toml_text(spec_text("shape = [2]", "m = 3\nk = 2\nn = { per = [\"k\"], sizes = [1, 2] }",
                               "op = \"sum\"\ninput = \"[p] m k n\"\noutput = \"m k\""));
  CHECK(scaled_name(parent) == "m");  // the size of a parent is its table's
}

TEST_CASE("scale chooses another axis") {
  const std::string layouts = "input = \"[rank] b h\"\noutput = \"b rank h\"\n";
  const Problem problem = read_toml_text(spec_text("shape = [4]", "b = 2\nh = 8", layouts + "scale = \"b\""));
  CHECK(scaled_name(problem) == "b");
  CHECK(at_size(problem, 4096).axes[0].size == 32);
  for (const char* bad : {"rank", "x"})
    CHECK(codes_of_text(spec_text("shape = [4]", "b = 2\nh = 8", layouts + "scale = \"" + bad + "\"")) ==
          Codes{"S803"});
}

TEST_CASE("where no axis can follow, a size is asked for scale") {
  CHECK(faults_at(read("[s] d -> [d] s"), 1024) == Codes{"S801"});
  const std::string text = spec_text("shape = [8]", "k = 4\nn = 1024",
                                     "op = \"sum\"\ninput = \"[p] k n\"\noutput = \"n\"\nscale = \"k\"");
  CHECK(at_size(read_toml_text(text), 1 << 20).axes[0].size == 256);
  CHECK(faults_at(read_toml_text(text), 4095) == Codes{"S802"});
}

TEST_CASE("a size that a problem may not have is refused") {
  CHECK(faults_at(read("all_reduce"), std::int64_t{1} << 62) == Codes{"S405"});
  const Problem largest = read_toml_text(spec_text(
      "shape = [8]", "b = 2\nk = 4", "op = \"max\"\ninput = \"[p] b k\"\noutput = \"\"\nscale = \"k\""));
  CHECK(faults_at(largest, 4) == Codes{"S607"});  // one element after, and none before
}

TEST_CASE("zero elements can grow again") {
  const Problem empty = at_size(read("all_reduce"), 0);
  CHECK(size_of(empty).value == 0);
  CHECK(size_of(at_size(empty, 4096)).value == 4096);
}
