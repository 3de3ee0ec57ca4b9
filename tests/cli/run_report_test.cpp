#include "cli/render/run_report.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/cli/temporary_folder.hpp"
#include "tests/support/problems.hpp"

using namespace purlin;
using namespace purlin::cli;

namespace {

Result row(double median_us, bool in_place = false) {
  Result result;
  result.machine = "flat";
  result.size_bytes = 1024;
  result.count = 256;
  result.op = ReduceOp::sum;
  result.algorithm = "direct";
  result.regime = "zero_copy";
  result.datapath = "vector";
  result.timing = Timing{{median_us, 3 * median_us, median_us / 2, 4 * median_us, 0}, "", 1.5, 2.25};
  result.wrong = 0;
  result.in_place = in_place;
  return result;
}

Result impossible() {
  Result result = row(1);
  result.timing = Timing{result.timing->times, "too fast", std::nullopt, std::nullopt};
  return result;
}

RunCase head() {
  RunCase head;
  head.spec = "x.toml";
  head.problem = problem_of({"[2]", "n = 256", "[p] n", "n", "sum"});
  head.atom = "host";
  head.launch = "threads";
  return head;
}

/// What a reporter writes for these rows.
std::string report(const std::string& format, const std::vector<Result>& rows, const RunEnd& end = {},
                   bool baseline = false) {
  const purlin::testing::TemporaryFolder folder;
  RunHead run;
  run.verb = "run";
  run.baseline = baseline;
  Results results(folder / "out");
  const auto reporter = make_run_reporter(format, run, results);
  reporter->begin(head());
  for (const Result& result : rows) reporter->add(result);
  reporter->end(end);
  reporter->finish();
  results.commit();
  std::ostringstream text;
  text << std::ifstream(folder / "out").rdbuf();
  return text.str();
}

std::string line(const std::string& text, const std::string& with) {
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (line.find(with) != std::string::npos) return line;
  return "";
}

}  // namespace

TEST_CASE("a baseline stands beside the times in every format") {
  Result result = row(10);
  result.baseline = Baseline{"nccl 2.28.3", {15, 20, 12, 30, 0}, 1.5};
  const auto text = [&](const std::string& format) { return report(format, {result}, {}, true); };
  CHECK(line(text("table"), " f32 ").ends_with(" 15.00     1.500"));
  CHECK(line(text("md"), "| f32").ends_with("| 15.00 | 1.500 |"));
  CHECK(line(text("csv"), "f32").ends_with(",nccl 2.28.3,15,1.5"));
  CHECK(line(text("nccl-tests"), "nccl 2.28.3") ==
        "#   nccl 2.28.3 out of place:   15.00 us, 1.500 of the time above");
  const auto json = nlohmann::json::parse(text("json"))["cases"][0]["results"][0]["baseline"];
  CHECK(json["name"] == "nccl 2.28.3");
  CHECK(json["ratio"] == 1.5);
  CHECK(json["time_us"]["median"] == 15);
  result.baseline.reset();
  CHECK(line(text("table"), " f32 ").ends_with(" -         -"));
  CHECK(line(text("csv"), "f32").ends_with(",,,"));
  CHECK(line(report("table", {result}), "median").find("baseline") == std::string::npos);
}

TEST_CASE("nccl-tests' rows stand in its columns") {
  const std::string out = report("nccl-tests", {row(12.344), row(123.44, true)});
  CHECK(line(out, " float ") ==
        "        1024           256     float     sum      -1    12.34    1.50    2.25      0    123.4    "
        "1.50    2.25"
        "      0");
  CHECK(line(out, "Avg bus") == "# Avg bus bandwidth    : 2.25 ");
  CHECK(line(out, "Out of bounds") == "# Out of bounds values : 0 OK");
  CHECK(line(report("nccl-tests", {row(12345.6)}), " float ") ==
        "        1024           256     float     sum      -1    12346    1.50    2.25      0      N/A     "
        "N/A     N/A"
        "    N/A");
}

TEST_CASE("nccl-tests' closing lines count what is wrong") {
  Result wrong = row(1);
  wrong.wrong = 3;
  CHECK(line(report("nccl-tests", {wrong, row(1)}), "Out of bounds") == "# Out of bounds values : 1 FAILED");
}

TEST_CASE("an impossible time is never a speed") {
  CHECK(line(report("table", {impossible()}), "direct").find("impossible") != std::string::npos);
  CHECK(line(report("table", {impossible()}), "direct").find("2.25") == std::string::npos);
  CHECK(line(report("csv", {impossible()}), "direct") ==
        "x.toml,host,flat,2,1024,256,f32,sum,direct,zero_copy,vector,1,0,,,,,,,,0,,,");
  const auto json = nlohmann::json::parse(report("json", {impossible()}));
  const auto& result = json["cases"][0]["results"][0];
  CHECK(result["time_us"].is_null());
  CHECK(result["busbw_GBps"].is_null());
  CHECK(result["impossible"] == "too fast");
}

TEST_CASE("CSV has a column for every title") {
  std::istringstream stream(report("csv", {row(1.25)}));
  std::string titles, cells;
  std::getline(stream, titles);
  std::getline(stream, cells);
  CHECK(std::ranges::count(titles, ',') == std::ranges::count(cells, ','));
  CHECK(cells ==
        "x.toml,host,flat,2,1024,256,f32,sum,direct,zero_copy,vector,1,0,1.25,3.75,0.625,5,1.5,2.25,,0,,,");
}

TEST_CASE("a hang stands in the document") {
  RunEnd end;
  end.hang.emplace();
  end.hang->first = {{2}, 1, 4, "ready of rank 0, lane 1", 3, 2, {0}};
  end.hang->chain = {end.hang->first};
  end.hang->culprit = Rank{0};
  const auto hang = nlohmann::json::parse(report("json", {}, end))["cases"][0]["hang"];
  CHECK(hang["rank"] == 2);
  CHECK(hang["signal"] == "ready of rank 0, lane 1");
  CHECK(hang["culprit"] == 0);
  CHECK(hang["cause"].is_null());
  CHECK(hang["chain"].size() == 1);
}
