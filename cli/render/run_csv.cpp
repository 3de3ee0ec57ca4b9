#include "cli/render/number.hpp"
#include "cli/render/result_cells.hpp"
#include "cli/render/run_report.hpp"

// The columns of all measured and predicted rows, then those of `run` alone. New columns come last.
namespace purlin::cli {
namespace {

Row titles() {
  Row all = result_titles();
  all.insert(all.end(), {"baseline", "baseline_us", "ratio"});
  return all;
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
    if (head_.spec.empty()) results_.write(csv_row(titles()));
    head_ = head;
  }
  void add(const Result& result) override {
    Row row = result_cells(head_, result);
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
