#include <nlohmann/json.hpp>

#include "cli/render/hang.hpp"
#include "cli/render/record_json.hpp"
#include "cli/render/run_report.hpp"
#include "cli/version.hpp"
#include "snac/schedule_json.hpp"

// One document per invocation; docs/schema.json describes it.
namespace purlin::cli {
namespace {

using nlohmann::json;

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json();
}

json to_json(const Times& times) {
  return {{"median", times.median_us}, {"p99", times.p99_us}, {"min", times.min_us}, {"max", times.max_us}};
}

json to_json(const Baseline& baseline) {
  return {{"name", baseline.name}, {"time_us", to_json(baseline.times)}, {"ratio", or_null(baseline.ratio)}};
}

json set_of(const Result& result) {
  if (result.set.empty()) return nullptr;
  json set = json::object();
  for (const auto& [key, value] : result.set)
    set[key] = json::parse(value, nullptr, false).is_number() ? json::parse(value) : json(value);
  return set;
}

void add_timing(json& row, const std::optional<Timing>& timing) {
  const bool possible = timing && timing->impossible.empty();
  row["time_us"] = possible ? to_json(timing->times) : json();
  row["algbw_GBps"] = possible ? or_null(timing->algbw_GBps) : json();
  row["busbw_GBps"] = possible ? or_null(timing->busbw_GBps) : json();
  if (timing && timing->launches > 0) row["launches"] = timing->launches;
  row["impossible"] = timing && !possible ? json(timing->impossible) : json();
}

}  // namespace

json to_json(const Result& result) {
  json row{{"machine", result.machine},
           {"size_bytes", result.size_bytes},
           {"count", result.count},
           {"dtype", name_of(result.dtype)},
           {"op", name_of(result.op)},
           {"algorithm", result.algorithm},
           {"regime", result.regime},
           {"datapath", result.datapath},
           {"lanes", result.lanes},
           {"chunk_bytes", result.chunk_bytes},
           {"in_place", result.in_place},
           {"limit_fraction", or_null(result.limit_fraction)},
           {"bottleneck", or_null(result.bottleneck)},
           {"wrong", or_null(result.wrong)},
           {"set", set_of(result)},
           {"baseline", result.baseline ? to_json(*result.baseline) : json()}};
  add_timing(row, result.timing);
  return row;
}

json to_json(const RunCase& head) {
  return {{"spec", head.spec},
          {"problem", purlin::to_json(head.problem)},
          {"atom", head.atom},
          {"launch", head.launch},
          {"placement",
           {{"ranks", head.problem.ranks()}, {"devices", head.devices}, {"loopback", head.loopback}}},
          {"set_up_us", nullptr},
          {"results", json::array()},
          {"hang", nullptr}};
}

json document_of(const std::string& verb, std::uint64_t seed) {
  return {{"purlin", kVersion}, {"verb", verb}, {"seed", seed}, {"cases", json::array()}};
}

void end_case(json& document, const RunEnd& end) {
  json& last = document["cases"].back();
  last["set_up_us"] = end.set_up_us;
  if (end.hang) last["hang"] = cli::to_json(*end.hang);
}

namespace {

class JsonReporter : public RunReporter {
 public:
  JsonReporter(const RunHead& head, Results& results)
      : results_(results), document_(document_of(head.verb, head.seed)) {}
  void begin(const RunCase& head) override { document_["cases"].push_back(to_json(head)); }
  void add(const Result& result) override { document_["cases"].back()["results"].push_back(to_json(result)); }
  void end(const RunEnd& end) override { end_case(document_, end); }
  void finish() override { results_.write(document_.dump(2) + "\n"); }

 private:
  Results& results_;
  json document_;
};

}  // namespace

std::unique_ptr<RunReporter> make_json_reporter(const RunHead& head, Results& results) {
  return std::make_unique<JsonReporter>(head, results);
}

std::unique_ptr<RunReporter> make_run_reporter(const std::string& format, const RunHead& head,
                                               Results& results) {
  if (format == "json") return make_json_reporter(head, results);
  if (format == "csv") return make_csv_reporter(results);
  if (format == "md") return make_md_reporter(head, results);
  if (format == "nccl-tests") return make_nccl_tests_reporter(head, results);
  return make_table_reporter(head, results);
}

}  // namespace purlin::cli
