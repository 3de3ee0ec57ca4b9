#include <fmt/format.h>

#include "cli/render/number.hpp"
#include "cli/render/run_report.hpp"
#include "cli/render/table.hpp"
#include "cli/render/text.hpp"

// The columns for people: --format table and md.
namespace purlin::cli {
namespace {

const std::vector<Column> kColumns = {{"size", "B", 12},
                                      {"count", "elements", 12},
                                      {"dtype", "", 6, true},
                                      {"op", "", 4, true},
                                      {"algorithm/regime", "", 20, true},
                                      {"datapath", "", 8, true},
                                      {"lanes", "", 5},
                                      {"median", "us", 9},
                                      {"p99", "us", 9},
                                      {"min", "us", 9},
                                      {"algbw", "GB/s", 7},
                                      {"busbw", "GB/s", 7},
                                      {"limit", "%", 5},
                                      {"wrong", "", 5}};

const std::vector<Column> kBaselineColumns = {{"baseline", "us", 9}, {"baseline", "÷ ours", 8}};

std::vector<Column> columns_of(const RunHead& run) {
  std::vector<Column> columns = kColumns;
  if (run.baseline) columns.insert(columns.end(), kBaselineColumns.begin(), kBaselineColumns.end());
  return columns;
}

Row time_cells(const Result& result) {
  if (!result.timing) return {"-", "-", "-"};
  const Times& times = result.timing->times;
  return {result.timing->impossible.empty() ? print_us(times.median_us) : "impossible",
          print_us(times.p99_us), print_us(times.min_us)};
}

void add_baseline(const Result& result, Row& row) {
  const auto& baseline = result.baseline;
  row.push_back(baseline ? print_us(baseline->times.median_us) : "-");
  row.push_back(baseline && baseline->ratio ? fmt::format("{:.3f}", *baseline->ratio) : "-");
}

Row cells(const RunHead& run, const Result& result) {
  Row row{std::to_string(result.size_bytes),
          std::to_string(result.count),
          std::string(name_of(result.dtype)),
          std::string(name_of(result.op)),
          result.algorithm + "/" + result.regime,
          result.datapath,
          std::to_string(result.lanes)};
  for (std::string& cell : time_cells(result)) row.push_back(std::move(cell));
  row.push_back(print_rate(result.timing ? result.timing->algbw_GBps : std::nullopt));
  row.push_back(print_rate(result.timing ? result.timing->busbw_GBps : std::nullopt));
  row.push_back(result.limit_fraction ? fmt::format("{:.1f}", 100 * *result.limit_fraction) : "-");
  row.push_back(result.wrong ? std::to_string(*result.wrong) : "-");
  if (run.baseline) add_baseline(result, row);
  return row;
}

std::string placement(const RunCase& head) {
  if (head.devices == 0) return counted(head.problem.ranks(), "rank", "ranks") + " as threads of one process";
  return fmt::format("{} on {}{}", counted(head.problem.ranks(), "rank", "ranks"),
                     counted(head.devices, "device", "devices"),
                     head.loopback ? " (loopback: says nothing about links)" : "");
}

std::string collective(const Problem& problem) {
  return fmt::format("{}{} -> {}, {} of {}", problem.kind.empty() ? "" : problem.kind + ": ",
                     print(problem, problem.input), print(problem, problem.output), name_of(problem.op),
                     name_of(problem.dtype));
}

std::vector<std::string> head_lines(const RunHead& run, const RunCase& head) {
  std::vector<std::string> lines = {
      fmt::format("{} ({})", head.spec, collective(head.problem)),
      fmt::format("atom {}{}; {}; launch: {}; {} warm-up + {}{} timed launches; seed {}", head.atom,
                  head.why_atom.empty() ? "" : " (" + head.why_atom + ")", placement(head), head.launch,
                  run.warmup, run.iters_at_most ? "up to " : "", run.iters, run.seed)};
  lines.insert(lines.end(), head.notes.begin(), head.notes.end());
  return lines;
}

class TableReporter : public RunReporter {
 public:
  TableReporter(const RunHead& run, Results& results) : run_(run), results_(results) {}

  void begin(const RunCase& head) override {
    std::string text = first_ ? "" : "\n";
    first_ = false;
    for (const std::string& line : head_lines(run_, head)) text += line + "\n";
    results_.write(text + text_head(columns_of(run_)));
  }
  void add(const Result& result) override { results_.write(text_row(columns_of(run_), cells(run_, result))); }
  void end(const RunEnd& end) override {
    results_.write(fmt::format("set-up, not in the times: {} us\n", print_us(end.set_up_us)));
  }

 private:
  RunHead run_;
  Results& results_;
  bool first_ = true;
};

class MdReporter : public RunReporter {
 public:
  MdReporter(const RunHead& run, Results& results) : run_(run), results_(results) {}

  void begin(const RunCase& head) override {
    std::string text = first_ ? "" : "\n";
    first_ = false;
    for (const std::string& line : head_lines(run_, head)) text += line + "\n\n";
    results_.write(text + md_head(columns_of(run_)));
  }
  void add(const Result& result) override { results_.write(md_row(cells(run_, result))); }
  void end(const RunEnd& end) override {
    results_.write(fmt::format("\nset-up, not in the times: {} us\n", print_us(end.set_up_us)));
  }

 private:
  RunHead run_;
  Results& results_;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<RunReporter> make_table_reporter(const RunHead& head, Results& results) {
  return std::make_unique<TableReporter>(head, results);
}

std::unique_ptr<RunReporter> make_md_reporter(const RunHead& head, Results& results) {
  return std::make_unique<MdReporter>(head, results);
}

}  // namespace purlin::cli
