#include "cli/comparison.hpp"
#include "cli/result_file.hpp"
#include "tests/catch.hpp"

using namespace purlin;
using namespace purlin::cli;

namespace {

MeasuredRow row(std::int64_t size, std::optional<double> median_us, std::int64_t wrong = 0) {
  MeasuredRow measured;
  measured.spec = "all_reduce";
  measured.size_bytes = size;
  measured.median_us = median_us;
  measured.wrong = wrong;
  return measured;
}

Change change_of(const MeasuredRow& a, const MeasuredRow& b) {
  return compare({a}, {b}, 10).rows.at(0).change;
}

std::string complaint(const std::string& text) {
  Diagnostics diagnostics;
  CHECK_FALSE(parse_results(text, "a.json", diagnostics));
  return diagnostics.all().at(0).message;
}

}  // namespace

TEST_CASE("a row is slower, faster or the same by the threshold") {
  CHECK(change_of(row(8, 100), row(8, 109.9)) == Change::same);
  CHECK(change_of(row(8, 100), row(8, 110.1)) == Change::slower);
  CHECK(change_of(row(8, 100), row(8, 91)) == Change::same);
  CHECK(change_of(row(8, 100), row(8, 90)) == Change::faster);
}

TEST_CASE("wrong data or no time is worse than slow") {
  CHECK(change_of(row(8, 100), row(8, 50, 1)) == Change::bad);
  CHECK(change_of(row(8, 100), row(8, std::nullopt)) == Change::bad);
  CHECK(change_of(row(8, std::nullopt), row(8, 100)) == Change::same);
}

TEST_CASE("rows are compared that describe the same work") {
  const Comparison comparison =
      compare({row(8, 1), row(16, 2), row(32, 4)}, {row(16, 4), row(8, 2), row(64, 1)}, 5);
  REQUIRE(comparison.rows.size() == 2);
  CHECK(comparison.rows[0].ratio == 2);
  CHECK(comparison.mean_ratio() == Approx(2));
  CHECK(comparison.only_a.size() == 1);
  CHECK(comparison.only_b.at(0).size_bytes == 64);
  CHECK_FALSE(comparison.good());
}

TEST_CASE("equal rows pair in order") {
  const Comparison comparison = compare({row(8, 1), row(8, 2)}, {row(8, 1), row(8, 2)}, 5);
  CHECK(comparison.rows.size() == 2);
  CHECK(comparison.good());
}

TEST_CASE("what is no result file says what it lacks") {
  const std::string head = "no document of `run` or `simulate`: ";
  CHECK(complaint("nonsense") == head + "it is not JSON");
  CHECK(complaint("[]") == head + "'cases' is sought where there is no object");
  CHECK(complaint("{\"cases\": 3}") == head + "'cases' is no list");
  CHECK(complaint("{\"cases\": [{}]}") == head + "'results' is missing");
  CHECK(complaint(R"({"cases": [{"spec": "x", "results": [{"machine": 3}]}]})") ==
        head + "'machine' is no text");
}
