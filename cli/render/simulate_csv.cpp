#include "cli/render/number.hpp"
#include "cli/render/result_cells.hpp"
#include "cli/render/simulate_report.hpp"

// The columns of `run`'s CSV, then what only a simulation knows. Absent is empty; new columns come last.
namespace purlin::cli {
namespace {

const Row kMore = {"bottleneck", "busy_fraction", "follows_from", "set",
                   "chosen",     "fastest",       "profile",      "way"};

Row titles() {
  Row all = result_titles();
  all.insert(all.end(), kMore.begin(), kMore.end());
  return all;
}

std::string set_text(const Result& result) {
  std::string text;
  for (const auto& [key, value] : result.set) text += (text.empty() ? "" : " ") + key + "=" + value;
  return text;
}

class CsvReporter : public SimulateReporter {
 public:
  explicit CsvReporter(Results& results) : results_(results) { results_.write(csv_row(titles())); }

  void begin(const RunCase& head) override { head_ = head; }

  void add(const SimulatedRow& row) override {
    const Result& result = row.result;
    Row cells = result_cells(head_, result);
    const bool known = result.timing.has_value() && !row.report.loads.empty();
    const bool path = result.timing.has_value() && !row.report.critical_path.empty();
    cells.insert(cells.end(),
                 {result.bottleneck.value_or(""), known ? print_exact(row.report.loads.front().busy) : "",
                  path ? row.report.critical_path.front().constant : "", set_text(result),
                  row.chosen ? "1" : "0", row.fastest ? "1" : "0", row.profile, row.way});
    results_.write(csv_row(cells));
  }

  void end(const RunEnd&) override {}

 private:
  Results& results_;
  RunCase head_;
};

}  // namespace

std::unique_ptr<SimulateReporter> make_simulate_csv(const SimulateLook&, Results& results) {
  return std::make_unique<CsvReporter>(results);
}

}  // namespace purlin::cli
