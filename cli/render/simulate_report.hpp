#pragma once
#include <memory>
#include <string>
#include <vector>

#include "atom_sim/sensitivity.hpp"
#include "atom_sim/simulate.hpp"
#include "cli/render/run_record.hpp"
#include "cli/results.hpp"

namespace purlin::cli {

/// A row of `simulate`: what `run` says too, and why.
struct SimulatedRow {
  Result result;
  sim::SimReport report;  // of the first sample
  int samples = 1;
  bool chosen = true;   // by the planner
  bool fastest = true;  // of all schedules of this size on this machine
  std::vector<sim::Sensitivity> sensitivity;
  std::string profile;  // whose algorithms and costs; empty: our own
  std::string way;      // of the profile
};

/// Writes rows as they come where the format allows.
class SimulateReporter {
 public:
  virtual ~SimulateReporter() = default;
  virtual void begin(const RunCase& head) = 0;
  virtual void add(const SimulatedRow& row) = 0;
  virtual void end(const RunEnd& end) = 0;
  virtual void finish() {}
};

/// How rows are to be shown.
struct SimulateLook {
  std::string format = "table";
  bool verbose = false;
  bool several_machines = false;
  bool candidates = false;
  std::vector<std::string> settings;  // keys of --set
  std::uint64_t seed = 1;
};

std::unique_ptr<SimulateReporter> make_simulate_reporter(const SimulateLook& look, Results& results);

std::unique_ptr<SimulateReporter> make_simulate_table(const SimulateLook& look, Results& results);
std::unique_ptr<SimulateReporter> make_simulate_csv(const SimulateLook& look, Results& results);
std::unique_ptr<SimulateReporter> make_simulate_json(const SimulateLook& look, Results& results);

}  // namespace purlin::cli
