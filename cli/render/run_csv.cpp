#include "cli/render/number.hpp"
#include "cli/render/run_report.hpp"
#include "cli/render/table.hpp"

// Real numbers under titles with units; absent is empty. New columns come last.
namespace purlin::cli {
namespace {

const Row kTitles = {"spec",     "atom",     "machine",     "ranks",      "size_bytes",
                     "count",    "dtype",    "op",          "algorithm",  "regime",
                     "datapath", "lanes",    "chunk_bytes", "median_us",  "p99_us",
                     "min_us",   "max_us",   "algbw_GBps",  "busbw_GBps", "limit_fraction",
                     "wrong",    "baseline", "baseline_us", "ratio"};

Row times(const std::optional<Timing>& timing) {
  if (!timing || !timing->impossible.empty()) return {"", "", "", "", "", ""};
  const Times& t = timing->times;
  return {print_exact(t.median_us), print_exact(t.p99_us),           print_exact(t.min_us),
          print_exact(t.max_us),    print_exact(timing->algbw_GBps), print_exact(timing->busbw_GBps)};
}

void add_baseline(const std::optional<Baseline>& baseline, Row& row) {
  row.push_back(baseline ? baseline->name : "");
  row.push_back(baseline ? print_exact(baseline->times.median_us) : "");
  row.push_back(baseline ? print_exact(baseline->ratio) : "");
}

class CsvReporter : public RunReporter {
 public:
  explicit CsvReporter(Results& results) : results_(results) {}

  void begin(const RunCase& head) override {
    if (head_.spec.empty()) results_.write(csv_row(kTitles));
    head_ = head;
  }
  void add(const Result& result) override {
    Row row{head_.spec,
            head_.atom,
            result.machine,
            std::to_string(head_.problem.ranks()),
            std::to_string(result.size_bytes),
            std::to_string(result.count),
            std::string(name_of(result.dtype)),
            std::string(name_of(result.op)),
            result.algorithm,
            result.regime,
            result.datapath,
            std::to_string(result.lanes),
            std::to_string(result.chunk_bytes)};
    for (std::string& cell : times(result.timing)) row.push_back(std::move(cell));
    row.push_back(print_exact(result.limit_fraction));
    row.push_back(result.wrong ? std::to_string(*result.wrong) : "");
    add_baseline(result.baseline, row);
    results_.write(csv_row(row));
  }
  void end(const RunEnd&) override {}

 private:
  Results& results_;
  RunCase head_;
};

}  // namespace

std::unique_ptr<RunReporter> make_csv_reporter(Results& results) {
  return std::make_unique<CsvReporter>(results);
}

}  // namespace purlin::cli
