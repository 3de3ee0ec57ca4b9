#include "spec/read_problem.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "spec/named_collectives.hpp"
#include "tests/catch.hpp"
#include "tests/spec/bad_sample.hpp"
#include "tests/spec/reading.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

std::string layouts_of(const Problem& problem) {
  return print(problem, problem.input) + " -> " + print(problem, problem.output);
}

const Axis& axis_named(const Problem& problem, std::string_view name) {
  const auto found = std::ranges::find(problem.axes, name, &Axis::name);
  REQUIRE(found != problem.axes.end());
  return *found;
}

Spec read_whole(const std::string& text) {
  Diagnostics diagnostics;
  auto spec = read_problem(text, "test.toml", ".", {}, diagnostics);
  INFO(told(diagnostics));
  REQUIRE(spec);
  return *spec;
}

}  // namespace

TEST_CASE("the example of the reference is read as it is meant") {
  const Problem problem = read_toml_text(R"([mesh]
axes  = ["rank"]
shape = [8]
[axes]
n = "8Mi"
[collective]
dtype  = "bf16"
op     = "sum"
input  = "[rank] n"
output = "n"
)");
  CHECK(problem.name == "test.toml");
  CHECK(problem.kind.empty());
  CHECK(problem.ranks() == 8);
  CHECK(problem.dtype == DataType::bf16);
  CHECK(problem.op == ReduceOp::sum);
  CHECK(axis_named(problem, "n").size == 8 << 20);
  CHECK(axis_named(problem, "rank").size == 8);
  CHECK(size_of(problem).value == 16 << 20);
}

TEST_CASE("what is left out has the defaults of the reference") {
  const Spec spec =
      read_whole("[mesh]\nshape = [3]\n[axes]\nn = 5\n[collective]\ninput = \"[s] n\"\noutput = \"s n\"\n");
  CHECK(spec.problem.mesh.axes[0].name == "rank");
  CHECK(spec.problem.dtype == DataType::f32);
  CHECK(spec.problem.op == ReduceOp::copy);
  CHECK(spec.problem.in_place == InPlace::no);
  CHECK_FALSE(spec.options.machine);
  CHECK(read("all_reduce").op == ReduceOp::sum);
  CHECK(read("all_reduce").ranks() == 8);
  CHECK(size_of(read("all_reduce")).value == 1 << 20);
  CHECK(size_of(read("[s] n -> s n")).value == 1 << 20);
  CHECK(layouts_of(read("broadcast")) == "n @ 0 -> n");
  CHECK(layouts_of(read("permute")) == "[s] n -> [s+1] n");
}

TEST_CASE("rank ids are row-major over the axes") {
  const Problem problem = read_toml_text(spec_text("axes = [\"a\", \"b\"]\nshape = [2, 3]", "n = 1",
                                                   "input = \"[a, b] n\"\noutput = \"a b n\""));
  CHECK(problem.mesh.coordinates_of({4}) == Coordinates{1, 1});
  CHECK(problem.mesh.rank_at({1, 2}).value == 5);
}

TEST_CASE("a bare name in brackets is a data axis on one mesh axis, both on several") {
  CHECK(layouts_of(read("[x] n -> x n")) == "[x] n -> x n");
  CHECK(layouts_of(read("[rank=x] n -> x n")) == "[x] n -> x n");
  const std::string grid = "axes = [\"dp\", \"tp\"]\nshape = [2, 4]";
  const Problem problem = read_toml_text(spec_text(grid, "n = 1", "input = \"[tp] n\"\noutput = \"tp n\""));
  CHECK(axis_named(problem, "tp").size == 4);
  CHECK(codes_of_text(spec_text(grid, "n = 1", "input = \"[x] n\"\noutput = \"x n\"")) == Codes{"S203"});
}

TEST_CASE("mesh and data names are separate spaces") {
  const Problem problem = read_toml_text(spec_text("axes = [\"dp\", \"tp\"]\nshape = [2, 4]", "dp = 3\nn = 2",
                                                   "input = \"[tp=s] dp n @ dp=1\"\noutput = \"s dp n\""));
  CHECK(axis_named(problem, "dp").size == 3);
}

TEST_CASE("every kind reads as its row of the table") {
  for (const NamedCollective& kind : kNamedCollectives)
    for (std::int64_t ranks = 1; ranks <= 8; ++ranks) {
      const Problem problem = read(std::string(kind.name), {.ranks = ranks, .size = "64K"});
      INFO(kind.name << " on " << ranks);
      CHECK(problem.kind == kind.name);
      CHECK(problem.ranks() == ranks);
      CHECK((problem.op != ReduceOp::copy) == kind.reduces);
      CHECK(reduced_axes(problem).size() == (kind.reduces ? 1U : 0U));
      CHECK(size_of(problem).value <= 65536);
    }
}

TEST_CASE("ragged names are aliases, and have a table where nothing says n") {
  for (const NamedCollective& kind : kNamedCollectives) {
    if (kind.ragged_alias.empty()) continue;
    const std::string alias(kind.ragged_alias);
    INFO(alias);
    const Problem ragged = read(alias, {.ranks = 5});
    CHECK(ragged.kind == kind.name);
    REQUIRE(axis_named(ragged, "n").ragged);
    CHECK(size_of(ragged).value == size_of(read(std::string(kind.name), {.ranks = 5})).value);
    const Problem dense = read_toml_text(spec_text("shape = [5]", "n = 7", "kind = \"" + alias + "\""));
    CHECK_FALSE(axis_named(dense, "n").ragged);
  }
}

TEST_CASE("root and shift place a kind") {
  CHECK(layouts_of(read("scatter", {.ranks = 4, .root = 3})) == "s n @ 3 -> [s] n");
  const auto shifted = [](const std::string& shift) {
    return layouts_of(
        read_toml_text(spec_text("shape = [8]", "n = 1", "kind = \"permute\"\nshift = " + shift)));
  };
  CHECK(shifted("3") == "[s] n -> [s+3] n");
  CHECK(shifted("-1") == "[s] n -> [s-1] n");
  CHECK(shifted("7") == "[s] n -> [s-1] n");
  CHECK(shifted("8") == "[s] n -> [s] n");
  CHECK(shifted("-9223372036854775808") == "[s] n -> [s] n");
}

TEST_CASE("over chooses the mesh axis, the others are independent groups") {
  const auto over = [](const std::string& rest) {
    return layouts_of(read_toml_text(spec_text("axes = [\"dp\", \"tp\"]\nshape = [2, 4]", "n = 8", rest)));
  };
  CHECK(over("kind = \"all_reduce\"\nover = \"tp\"") == "[dp, tp=p] n -> [dp] n");
  CHECK(over("kind = \"all_reduce\"\nover = \"dp\"") == "[tp, dp=p] n -> [tp] n");
  CHECK(over("kind = \"gather\"\nover = \"tp\"\nroot = 3") == "[dp, tp=s] n -> [dp] s n @ tp=3");
  CHECK(over("kind = \"permute\"\nover = \"dp\"") == "[tp, dp=s] n -> [tp, dp=s+1] n");
  CHECK(codes_of_text(spec_text("axes = [\"dp\", \"tp\"]\nshape = [2, 4]", "n = 8",
                                "kind = \"gather\"\nover = \"dp\"\nroot = 3")) == Codes{"S704"});
}

TEST_CASE("groups keep out of the way of a kind's own axes") {
  const Problem problem = read_toml_text(spec_text("axes = [\"n\", \"s\", \"s_group\"]\nshape = [2, 3, 2]",
                                                   "n = 8", "kind = \"all_gather\"\nover = \"s_group\""));
  CHECK(layouts_of(problem) == "[n=n_group, s=s_group_, s_group=s] n -> [n=n_group, s=s_group_] s n");
}

TEST_CASE("the command line wins") {
  const std::string text =
      spec_text("shape = [8]", "n = 8", "kind = \"reduce\"\nop = \"max\"\nroot = 1\ndtype = \"i8\"");
  const Problem problem = read_toml_text(text, {.ranks = 3, .dtype = "f16", .op = "min", .root = 2});
  CHECK(problem.ranks() == 3);
  CHECK(problem.dtype == DataType::f16);
  CHECK(problem.op == ReduceOp::min);
  CHECK(layouts_of(problem) == "[p] n -> n @ 2");
  CHECK(read_toml_text(text + "[options]\ninplace = true\n").in_place == InPlace::same);
  CHECK(read_toml_text(text + "[options]\ninplace = true\n", {.in_place = false}).in_place == InPlace::no);
  CHECK(codes_of_text(text, {.dtype = "f99"}) == Codes{"S601"});
}

TEST_CASE("options are handed on with their places") {
  const Spec spec = read_whole(spec_text("shape = [2]", "n = 8", "kind = \"all_reduce\"") + R"([options]
machine = "hgx-h200"
size = "1K:1M:4"
algorithm = "ring"
regime = "auto"
lanes = 4
chunk = 65536
deterministic = true
inplace = true
)");
  CHECK(spec.options.machine == "hgx-h200");
  CHECK(spec.options.size == "1K:1M:4");
  CHECK(spec.options.algorithm == "ring");
  CHECK(spec.options.regime == "auto");
  CHECK(spec.options.lanes == "4");
  CHECK(spec.options.chunk == "65536");
  CHECK(spec.options.deterministic == true);
  CHECK(spec.options.in_place == true);
  CHECK(spec.options.places.size() == 8);
  CHECK(spec.options.places.at("regime").line == 11);
  CHECK(spec.problem.in_place == InPlace::same);
}

TEST_CASE("a kind in a file needs n, or a size") {
  const std::string text = "[mesh]\nshape = [4]\n[collective]\nkind = \"all_gather\"\n";
  CHECK(codes_of_text(text) == Codes{"S403"});
  CHECK(axis_named(read_toml_text(text, {.size = "64K"}), "n").size == 4096);
  CHECK(axis_named(read_toml_text(text + "[options]\nsize = \"1K:64K\"\n"), "n").size == 4096);
  CHECK(codes_of_text(text + "[options]\nsize = \"64Q\"\n") == Codes{"S107"});
}

TEST_CASE("a pair of layouts is a whole spec") {
  const Problem problem = read("[p] b n -> n", {.ranks = 4, .dtype = "bf16", .op = "avg", .size = "1M"});
  CHECK(problem.name == "[p] b n -> n");
  CHECK(problem.ranks() == 4);
  CHECK(axis_named(problem, "b").size == 4);
  CHECK(axis_named(problem, "n").size == (1 << 20) / 2 / 4);
  CHECK(codes_of("[p] n -> n -> n", {.op = "sum"}) == Codes{"S201"});
  CHECK(codes_of("n ->", {.op = "copy"}) == Codes{"S605"});
}

TEST_CASE("all faults are found in one run and told in source order") {
  const std::string text = R"([mesh]
shape = [4]
axes = ["1st"]

[axis]
[axes]
n = "3x"
m = 5
[collective]
opp = "sum"
dtype = "f23"
op = "summ"
input = "[r n k"
output = "n ["
over = "tp"
[options]
deterministic = "many"
)";
  CHECK(codes_of_text(text) ==
        Codes{"S106", "S101", "S107", "S102", "S601", "S602", "S201", "S201", "S108", "S103"});
}

TEST_CASE("what follows from a fault is not told beside it") {
  const std::string layouts = "input = \"[rank] n\"\noutput = \"rank n\"";
  CHECK(codes_of_text(spec_text("shape = 8", "n = 5", layouts)) == Codes{"S103"});
  CHECK(codes_of_text(spec_text("shape = [8]", "n = true", layouts)) == Codes{"S103"});
  CHECK(codes_of_text(spec_text("shape = [8]", "n = 5\nrank = \"x\"", layouts)) == Codes{"S107"});
  CHECK(codes_of_text(spec_text("shape = [8]", "n = 5", "input = 3\noutput = \"n\"")) == Codes{"S103"});
  CHECK(codes_of_text(spec_text("shape = [8]", "n = 5", "kind = 3")) == Codes{"S103"});
  CHECK(codes_of_text(spec_text("shape = [8]", "n = 5", "input = \"[tp=s] n\"\noutput = \"s n\"")) ==
        Codes{"S203"});
  CHECK(codes_of_text(spec_text("shape = [8]", "n = { per = 3, sizes = [1] }", "kind = \"all_gather\"")) ==
        Codes{"S103"});
  CHECK(codes_of_text("mesh = 3\ncollective = 4\n") == Codes{"S103", "S103"});
}

TEST_CASE("a key outside of its table is told") {
  CHECK(codes_of_text("dtype = \"f32\"\n" + spec_text("shape = [8]", "n = 5", "kind = \"all_reduce\"")) ==
        Codes{"S102"});
}

TEST_CASE("places lie inside of layout strings") {
  Diagnostics diagnostics;
  read_problem(spec_text("shape = [8]", "n = 5", "input = '[s]  n'  # é\noutput = \"s n  mm\""), "x.toml",
               ".", {}, diagnostics);
  REQUIRE(diagnostics.all().size() == 1);
  const Diagnostic& fault = diagnostics.all()[0];
  CHECK(fault.code == "S403");
  CHECK(fault.place.file == "x.toml");
  CHECK(fault.place.line == 7);
  CHECK(fault.place.column == 16);
  CHECK(fault.place.length == 2);
  CHECK(fault.source_line == "output = \"s n  mm\"");
}

TEST_CASE("an escaped layout string is marked as a whole") {
  Diagnostics diagnostics;
  read_problem(spec_text("shape = [8]", "n = 5", "input = \"[s] n\"\noutput = \"s\\tn m\""), "x.toml", ".",
               {}, diagnostics);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].place.column == 10);
  CHECK(diagnostics.all()[0].place.length == 8);
}

TEST_CASE("errors of one spec leave the next alone") {
  Diagnostics diagnostics;
  CHECK_FALSE(read_spec("all_redcue", {}, diagnostics));
  CHECK(read_spec("all_reduce", {}, diagnostics));
  CHECK(diagnostics.all().size() == 1);
}

TEST_CASE("a collective's name goes before a file, a path is a file") {
  const auto folder = std::filesystem::temp_directory_path() / "purlin_read_problem_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "all_reduce") << spec_text("shape = [3]", "n = 5", "kind = \"all_gather\"");
  CHECK(read((folder / "all_reduce").string()).kind == "all_gather");
  CHECK(read("all_reduce").kind == "all_reduce");
  std::filesystem::remove_all(folder);
}
