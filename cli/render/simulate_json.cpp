#include <nlohmann/json.hpp>
#include <set>

#include "cli/render/record_json.hpp"
#include "cli/render/simulate_report.hpp"

namespace purlin::cli {
namespace {

using nlohmann::json;

json path_of(const sim::SimReport& report) {
  json path = json::array();
  for (const sim::PathShare& share : report.critical_path)
    path.push_back({{"what", share.what}, {"constant", share.constant}, {"time_us", share.seconds * 1e6}});
  return path;
}

json phases_of(const sim::SimReport& report) {
  json phases = json::array();
  for (const sim::Phase& phase : report.phases)
    phases.push_back({{"step", phase.step},
                      {"begin_us", phase.begin_s * 1e6},
                      {"end_us", phase.end_s * 1e6},
                      {"bottleneck", phase.bottleneck.resource},
                      {"busy_fraction", phase.bottleneck.busy}});
  return phases;
}

/// The busiest of each kind: the others are mostly its equals.
json loads_of(const sim::SimReport& report) {
  json loads = json::array();
  std::set<sim::Resource::Kind> seen;
  for (const sim::Load& load : report.loads)
    if (seen.insert(load.kind).second)
      loads.push_back({{"resource", load.resource}, {"bytes", load.bytes}, {"busy_fraction", load.busy}});
  return loads;
}

json sensitivity_of(const SimulatedRow& row) {
  if (row.sensitivity.empty()) return nullptr;
  json all = json::array();
  for (const sim::Sensitivity& one : row.sensitivity)
    all.push_back(
        {{"constant", one.constant}, {"ratio_at_less", one.at_less}, {"ratio_at_more", one.at_more}});
  return all;
}

json to_json(const SimulatedRow& row) {
  json result = cli::to_json(row.result);
  const bool path = !row.report.critical_path.empty();
  result["follows_from"] = path ? json(row.report.critical_path.front().constant) : json();
  result["samples"] = row.samples;
  result["chosen"] = row.chosen;
  result["fastest"] = row.fastest;
  result["floor_us"] = {{"bytes", row.report.floor.bytes_s * 1e6},
                        {"narrowest", row.report.floor.narrowest},
                        {"path", row.report.floor.path_s * 1e6}};
  result["busiest"] = loads_of(row.report);
  result["critical_path"] = path_of(row.report);
  result["phases"] = phases_of(row.report);
  result["sensitivity"] = sensitivity_of(row);
  result["profile"] = row.profile.empty() ? json() : json(row.profile);
  result["way"] = row.way.empty() ? json() : json(row.way);
  return result;
}

class JsonReporter : public SimulateReporter {
 public:
  JsonReporter(const SimulateLook& look, Results& results)
      : results_(results), document_(document_of("simulate", look.seed)) {}
  void begin(const RunCase& head) override { document_["cases"].push_back(cli::to_json(head)); }
  void add(const SimulatedRow& row) override { document_["cases"].back()["results"].push_back(to_json(row)); }
  void end(const RunEnd& end) override { end_case(document_, end); }
  void finish() override { results_.write(document_.dump(2) + "\n"); }

 private:
  Results& results_;
  json document_;
};

}  // namespace

std::unique_ptr<SimulateReporter> make_simulate_json(const SimulateLook& look, Results& results) {
  return std::make_unique<JsonReporter>(look, results);
}

}  // namespace purlin::cli
