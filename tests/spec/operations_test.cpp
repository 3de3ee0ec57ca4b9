#include <fmt/format.h>

#include "tests/catch.hpp"
#include "tests/spec/reading.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

Codes codes_with(DataType type, ReduceOp op, const std::string& pair) {
  return codes_of(pair, {.dtype = std::string(name_of(type)), .op = std::string(name_of(op))});
}

}  // namespace

TEST_CASE("every op works on every type, but avg on floats alone") {
  for (DataType type : kDataTypes)
    for (ReduceOp op : kReduceOps) {
      if (op == ReduceOp::copy) continue;
      INFO(name_of(op) << " of " << name_of(type));
      const bool refused = op == ReduceOp::avg && !is_float(type);
      CHECK(codes_with(type, op, "[p] n -> n") == (refused ? Codes{"S603"} : Codes{}));
    }
}

TEST_CASE("every type copies") {
  for (DataType type : kDataTypes) CHECK(codes_with(type, ReduceOp::copy, "[s] n -> s n").empty());
}

TEST_CASE("axes that the output lacks are reduced, bound or local") {
  const Problem problem = read("[p] k n -> n", {.ranks = 3, .op = "sum"});
  CHECK(reduced_axes(problem).size() == 2);
  CHECK(reduced_count(problem, Index(problem.axes.size(), 0)) == 3 * 4);
  CHECK(codes_of("[p] k n -> n") == Codes{"S605", "S605"});
}

TEST_CASE("replicas are counted once") {
  const Problem problem = read_toml_text(spec_text("axes = [\"a\", \"b\"]\nshape = [2, 3]", "n = 4",
                                                   "op = \"sum\"\ninput = \"[a] n\"\noutput = \"n\""));
  CHECK(reduced_count(problem, Index(problem.axes.size(), 0)) == 2);
}

TEST_CASE("an op with nothing to reduce warns and is read") {
  Diagnostics diagnostics;
  CHECK(read_spec("[s] n -> s n", {.op = "max"}, diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].severity == Severity::warning);
  CHECK_FALSE(diagnostics.has_errors());
}

TEST_CASE("an axis of the output stands in the input") {
  for (const char* op : {"copy", "sum"}) CHECK(codes_of("[s] n -> s n m", {.op = op}).front() == "S604");
}

TEST_CASE("over zero elements sum and prod have a value, the others are refused") {
  for (ReduceOp op : kReduceOps) {
    if (op == ReduceOp::copy) continue;
    const auto codes = [&](const std::string& axes, const std::string& pair) {
      return codes_of_text(spec_text("shape = [2]", axes, fmt::format("op = \"{}\"\n{}", name_of(op), pair)));
    };
    const Codes refused = has_identity(op) ? Codes{} : Codes{"S607"};
    INFO(name_of(op));
    CHECK(codes("k = 0\nn = 3", "input = \"[p] k n\"\noutput = \"n\"") == refused);
    CHECK(codes("k = 0\nn = 0", "input = \"[p] k n\"\noutput = \"n\"").empty());  // no output element
    CHECK(codes("k = 3\nn = 0", "input = \"[p] k n\"\noutput = \"n\"").empty());
    const std::string ragged = "n = { per = [\"s\"], sizes = [3, 0] }";
    CHECK(codes(ragged, "input = \"[s] n\"\noutput = \"s\"") == refused);
    CHECK(codes(ragged, "input = \"[s] n\"\noutput = \"\"").empty());
    CHECK(codes("n = { per = [\"s\"], sizes = [3, 1] }", "input = \"[s] n\"\noutput = \"s\"").empty());
    const std::string pair_of_ragged = ragged + "\nm = { per = [\"s\"], sizes = [2, 0] }";
    CHECK(codes(pair_of_ragged, "input = \"[s] m n\"\noutput = \"[s] m\"").empty());  // none where m is none
  }
}

TEST_CASE("other tools' names of types and ops are understood well enough to help") {
  const auto help = [](const Overrides& overrides) {
    Diagnostics diagnostics;
    read_spec("all_reduce", overrides, diagnostics);
    return diagnostics.all().at(0).help;
  };
  CHECK(help({.dtype = "bfloat16"}) == "did you mean \"bf16\"?");
  CHECK(help({.dtype = "F32"}) == "did you mean \"f32\"?");
  CHECK(help({.op = "mean"}) == "did you mean \"avg\"?");
  CHECK(help({.op = "xor"}) == "known: copy, sum, prod, min, max and avg");
}
