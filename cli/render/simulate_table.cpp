#include <fmt/format.h>

#include <algorithm>

#include "cli/render/number.hpp"
#include "cli/render/simulate_report.hpp"
#include "cli/render/table.hpp"
#include "cli/render/text.hpp"

// --format table and md.
namespace purlin::cli {
namespace {

std::string percent(double part) { return fmt::format("{:.1f}", 100 * part); }

std::string bottleneck_text(const sim::SimReport& report) {
  if (report.loads.empty()) return "-";
  return fmt::format("{} {} %", report.loads.front().resource, percent(report.loads.front().busy));
}

/// The constant with the largest part of the critical path, over all of its parts.
std::string follows_from(const SimulatedRow& row) {
  if (row.report.critical_path.empty() || !row.result.timing) return "-";
  const sim::PathShare& most = row.report.critical_path.front();
  return fmt::format("{} {} %", most.constant, percent(most.seconds / row.report.run.launch_s.front()));
}

std::string mark_of(const SimulatedRow& row) {
  if (row.chosen) return row.fastest ? "chosen, fastest" : "chosen";
  return row.fastest ? "fastest" : "";
}

class TableLook {
 public:
  explicit TableLook(const SimulateLook& look) : look_(look) {}

  std::vector<Column> columns() const {
    std::vector<Column> all = {{"size", "B", 11}};
    if (look_.several_machines) all.push_back({"machine", "", 12, true});
    for (const std::string& key : look_.settings) all.push_back({key, "", width_of(key)});
    all.insert(all.end(), {{"algorithm/regime", "", 20, true}, {"lanes", "", 5}, {"time", "us", 9}});
    if (look_.candidates) all.push_back({"", "", 15, true});
    if (with_samples_) all.insert(all.end(), {{"p99", "us", 9}, {"max", "us", 9}});
    all.insert(all.end(), {{"algbw", "GB/s", 7}, {"busbw", "GB/s", 7}, {"limit", "%", 5}});
    all.insert(all.end(), {{"busiest", "", 26, true}, {"time follows most from", "", 0, true}});
    return all;
  }

  void with_samples(bool samples) { with_samples_ = samples; }

  Row cells(const SimulatedRow& row) const {
    const Result& result = row.result;
    Row cells = {std::to_string(result.size_bytes)};
    if (look_.several_machines) cells.push_back(result.machine);
    for (const auto& [key, value] : result.set) cells.push_back(value);
    cells.push_back(result.algorithm + "/" + result.regime);
    cells.push_back(std::to_string(result.lanes));
    const auto time = [&](double us) { return result.timing ? print_us(us) : "stalls"; };
    const Times times = result.timing ? result.timing->times : Times{};
    cells.push_back(time(times.median_us));
    if (look_.candidates) cells.push_back(mark_of(row));
    if (with_samples_) cells.insert(cells.end(), {time(times.p99_us), time(times.max_us)});
    cells.push_back(print_rate(result.timing ? result.timing->algbw_GBps : std::nullopt));
    cells.push_back(print_rate(result.timing ? result.timing->busbw_GBps : std::nullopt));
    cells.push_back(result.limit_fraction ? percent(*result.limit_fraction) : "-");
    cells.push_back(bottleneck_text(row.report));
    cells.push_back(follows_from(row));
    return cells;
  }

 private:
  const SimulateLook& look_;
  bool with_samples_ = false;
};

std::string path_text(const SimulatedRow& row) {
  std::string text;
  for (const sim::PathShare& share : row.report.critical_path)
    text += fmt::format("{}{} {} us ({})", text.empty() ? "" : ", ", share.what,
                        print_us(share.seconds * 1e6), share.constant);
  return text;
}

std::string phases_text(const SimulatedRow& row) {
  std::string text;
  for (const sim::Phase& phase : row.report.phases)
    text += fmt::format("{}step {} from {} to {} us by {} ({} % busy)", text.empty() ? "" : ", ", phase.step,
                        print_us(phase.begin_s * 1e6), print_us(phase.end_s * 1e6), phase.bottleneck.resource,
                        percent(phase.bottleneck.busy));
  return text;
}

std::string sensitivity_text(const SimulatedRow& row) {
  std::string text;
  for (const sim::Sensitivity& one : row.sensitivity)
    text += fmt::format("    {:<32} -10 %: {:+.2f} %   +10 %: {:+.2f} %\n", one.constant,
                        100 * (one.at_less - 1), 100 * (one.at_more - 1));
  return text;
}

std::string head_text(const RunCase& head, const std::string& end) {
  std::string text =
      fmt::format("{} ({} ranks, launch: {})", head.spec, head.problem.ranks(), head.launch) + end;
  for (const std::string& note : head.notes) text += note + end;
  return text;
}

class TableReporter : public SimulateReporter {
 public:
  TableReporter(const SimulateLook& look, Results& results) : look_(look), cells_(look_), results_(results) {}

  void begin(const RunCase& head) override {
    head_ = head;
    begun_ = false;
  }

  void add(const SimulatedRow& row) override {
    if (!begun_) write_head(row);
    results_.write(md() ? md_row(cells_.cells(row)) : text_row(columns_, cells_.cells(row)));
    if (md()) return;
    if (look_.verbose)
      results_.write("    path: " + path_text(row) + "\n    chain: " + phases_text(row) + "\n");
    results_.write(sensitivity_text(row));
  }

  void end(const RunEnd&) override {}

 private:
  bool md() const { return look_.format == "md"; }

  void write_head(const SimulatedRow& row) {
    begun_ = true;
    cells_.with_samples(row.samples > 1);
    columns_ = cells_.columns();
    results_.write((first_ ? "" : "\n") + head_text(head_, md() ? "\n\n" : "\n"));
    results_.write(md() ? md_head(columns_) : text_head(columns_));
    first_ = false;
  }

  SimulateLook look_;
  TableLook cells_;
  Results& results_;
  RunCase head_;
  std::vector<Column> columns_;
  bool begun_ = false;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<SimulateReporter> make_simulate_table(const SimulateLook& look, Results& results) {
  return std::make_unique<TableReporter>(look, results);
}

std::unique_ptr<SimulateReporter> make_simulate_reporter(const SimulateLook& look, Results& results) {
  if (look.format == "json") return make_simulate_json(look, results);
  if (look.format == "csv") return make_simulate_csv(look, results);
  return make_simulate_table(look, results);
}

}  // namespace purlin::cli
