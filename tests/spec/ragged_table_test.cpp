#include "spec/ragged_table.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "spec/named_collectives.hpp"
#include "tests/catch.hpp"
#include "tests/spec/reading.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

using Sizes = std::vector<std::int64_t>;

struct Csv {
  std::optional<Sizes> sizes;
  Codes codes;
  int line = 0;
  int column = 0;
};

Csv csv(std::string_view text, const Sizes& extents) {
  Diagnostics diagnostics;
  Csv result;
  result.sizes = parse_csv(text, extents, Source("n.csv", text, diagnostics));
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    result.codes.push_back(diagnostic.code);
    result.line = diagnostic.place.line;
    result.column = diagnostic.place.column;
  }
  return result;
}

}  // namespace

TEST_CASE("a CSV file has a line per first parent and a cell per second") {
  CHECK(csv("1,2,3\n4,5,6\n", {2, 3}).sizes == Sizes{1, 2, 3, 4, 5, 6});
  CHECK(csv("1\n2\n0", {3}).sizes == Sizes{1, 2, 0});
  CHECK(csv(" 1 , 2K\r\n\t3,4 \r\n", {2, 2}).sizes == Sizes{1, 2048, 3, 4});
  CHECK(csv("7\n", {1, 1}).sizes == Sizes{7});
}

TEST_CASE("a CSV file of another shape is refused") {
  for (const char* text : {"", "1,2\n", "1,2\n3\n", "1,2\n3,4\n5,6\n", "1,2\n3,4,5\n", "1,2\n3,4\n\n"}) {
    const Csv result = csv(text, {2, 2});
    INFO(text);
    CHECK_FALSE(result.sizes);
    CHECK((result.codes == Codes{"S505"} || result.codes == Codes{"S506"}));
  }
}

TEST_CASE("a cell that is no size is refused at its place") {
  for (const char* cell : {"x", "", "-1", "1.5", "1e3", "9223372036854775808", "1 2", "\"1\""}) {
    const Csv result = csv("1,2\n3," + std::string(cell) + "\n", {2, 2});
    INFO(cell);
    CHECK(result.codes == Codes{"S506"});
    CHECK(result.line == 2);
    CHECK(result.column == 3);
  }
}

TEST_CASE("a ragged axis may come from a file beside the spec") {
  const auto folder = std::filesystem::temp_directory_path() / "purlin_ragged_table_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "n.csv") << "3\n0\n5\n";
  std::ofstream(folder / "x.toml") << spec_text("shape = [3]", "n = { per = [\"s\"], file = \"n.csv\" }",
                                                "kind = \"all_gather_v\"");
  const Problem problem = read((folder / "x.toml").string());
  CHECK(problem.axes[0].ragged->sizes == Sizes{3, 0, 5});
  CHECK(problem.axes[0].size == 5);
  std::filesystem::remove_all(folder);
  CHECK(codes_of_text(spec_text("shape = [3]", "n = { per = [\"s\"], file = \"gone.csv\" }",
                                "kind = \"all_gather\"")) == Codes{"S001"});
}

TEST_CASE("nested sizes have the shape of their parents") {
  const auto codes = [](const std::string& sizes) {
    return codes_of_text(spec_text("shape = [2]", "n = { per = [\"s\", \"d\"], sizes = " + sizes + " }",
                                   "kind = \"all_to_all\""));
  };
  CHECK(codes("[[1, 2], [3, \"4K\"]]").empty());
  CHECK(codes("[[0, 0], [0, 0]]").empty());
  for (const char* bad : {"[]", "[[1, 2]]", "[[1, 2], [3]]", "[[1, 2], [3, 4, 5]]"})
    CHECK(codes(bad) == Codes{"S505"});
  for (const char* bad : {"5", "[1, 2]", "[[1, 2], 3]", "[[[1], 2], [3, 4]]", "[[1, 2.5], [3, 4]]"})
    CHECK(codes(bad) == Codes{"S103"});
  CHECK(codes("[[1, -2], [3, 4]]") == Codes{"S107"});
}

TEST_CASE("parents are dense, known, distinct and come first") {
  const auto codes = [](const std::string& axes, const std::string& input, const std::string& output) {
    return codes_of_text(
        spec_text("shape = [2]", axes, "input = \"" + input + "\"\noutput = \"" + output + "\""));
  };
  const std::string n = "n = { per = [\"s\"], sizes = [1, 2] }\n";
  CHECK(codes(n, "[s] n", "s n").empty());
  CHECK(codes(n + "m = 2", "[s] m n", "m s n").empty());
  CHECK(codes(n, "n [s]", "s n") == Codes{"S201"});
  CHECK(codes(n, "[s] n", "n s") == Codes{"S503"});
  CHECK(codes(n + "k = { per = [\"n\"], sizes = [1, 2] }", "[s] n k", "s n k") == Codes{"S502"});
  CHECK(codes("n = { per = [\"s\", \"s\"], sizes = [1, 2] }", "[s] n", "s n") == Codes{"S502"});
  CHECK(codes("n = { per = [], sizes = 3 }", "[s] n", "s n") == Codes{"S502"});
  CHECK(codes("n = { per = [\"s\"], sizes = [1, 2], file = \"x\" }", "[s] n", "s n") == Codes{"S504"});
  CHECK(codes_of_text(spec_text("shape = [2]", n, "op = \"sum\"\ninput = \"[s] n\"\noutput = \"n\"")) ==
        Codes{"S503"});
}

TEST_CASE("a seeded table has the dense mean, twice that as its largest entry and a zero") {
  for (std::int64_t mean : {0, 1, 2, 3, 100, 131072})
    for (std::int64_t ranks = 1; ranks <= 9; ++ranks) {
      const Sizes row = seeded_table(mean, ranks, 1);
      INFO("mean " << mean << ", " << ranks << " ranks");
      CHECK(std::accumulate(row.begin(), row.end(), std::int64_t{0}) == mean * ranks);
      CHECK(std::ranges::min(row) >= 0);
      CHECK(row == seeded_table(mean, ranks, 1));
      if (ranks <= 2) CHECK((mean == 0 || std::ranges::count(row, 0) == 0));
      if (ranks > 2 && mean > 0) {
        CHECK(*std::ranges::max_element(row) == 2 * mean);
        CHECK(std::ranges::count(row, 0) == 1);
      }
    }
}

TEST_CASE("rows and columns of a seeded table have one sum") {
  const Sizes table = seeded_table(100, 7, 2);
  for (std::size_t i = 0; i < 7; ++i) {
    std::int64_t row = 0, column = 0;
    for (std::size_t j = 0; j < 7; ++j) row += table[7 * i + j], column += table[7 * j + i];
    CHECK(row == 700);
    CHECK(column == 700);
  }
}
