#include "cli/render/number.hpp"
#include "cli/render/simulate_report.hpp"
#include "cli/render/table.hpp"

// The columns of `run`'s CSV, then what only a simulation knows. Absent is empty; new columns come last.
namespace purlin::cli {
namespace {

const Row kTitles = {
    "spec",       "atom",          "machine",      "ranks",      "size_bytes", "count",          "dtype",
    "op",         "algorithm",     "regime",       "datapath",   "lanes",      "chunk_bytes",    "median_us",
    "p99_us",     "min_us",        "max_us",       "algbw_GBps", "busbw_GBps", "limit_fraction", "wrong",
    "bottleneck", "busy_fraction", "follows_from", "set",        "chosen",     "fastest"};

Row times(const std::optional<Timing>& timing) {
  if (!timing) return {"", "", "", "", "", ""};
  const Times& t = timing->times;
  return {print_exact(t.median_us), print_exact(t.p99_us),           print_exact(t.min_us),
          print_exact(t.max_us),    print_exact(timing->algbw_GBps), print_exact(timing->busbw_GBps)};
}

std::string set_text(const Result& result) {
  std::string text;
  for (const auto& [key, value] : result.set) text += (text.empty() ? "" : " ") + key + "=" + value;
  return text;
}

class CsvReporter : public SimulateReporter {
 public:
  explicit CsvReporter(Results& results) : results_(results) { results_.write(csv_row(kTitles)); }

  void begin(const RunCase& head) override { head_ = head; }

  void add(const SimulatedRow& row) override {
    const Result& result = row.result;
    Row cells{head_.spec,
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
    for (std::string& cell : times(result.timing)) cells.push_back(std::move(cell));
    const bool known = result.timing.has_value() && !row.report.loads.empty();
    const bool path = result.timing.has_value() && !row.report.critical_path.empty();
    cells.insert(cells.end(), {print_exact(result.limit_fraction), "", result.bottleneck.value_or(""),
                               known ? print_exact(row.report.loads.front().busy) : "",
                               path ? row.report.critical_path.front().constant : "", set_text(result),
                               row.chosen ? "1" : "0", row.fastest ? "1" : "0"});
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
