#include "cli/render/trace.hpp"

#include <nlohmann/json.hpp>

#include "snac/host/measure.hpp"
#include "tests/catch.hpp"
#include "tests/snac/host/planned.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::testing;
using nlohmann::json;

namespace {

std::vector<json> with(const json& trace, const char* phase) {
  std::vector<json> events;
  for (const json& event : trace["traceEvents"])
    if (event["ph"] == phase) events.push_back(event);
  return events;
}

}  // namespace

TEST_CASE("a trace has a slice per action and an arrow per awaited stamp", "[threads]") {
  const auto schedule =
      planned(problem_of("[s] n", "s n", ReduceOp::copy, 3, {{"n", 20}}, DataType::f32, InPlace::no), {});
  MeasureOptions options;
  options.iters = 1;
  options.trace = true;
  const Measurement found = host::measure(schedule, options);
  const json trace = json::parse(cli::render_trace(*schedule, found.trace));

  const auto slices = with(trace, "X"), starts = with(trace, "s"), ends = with(trace, "f");
  CHECK(static_cast<std::int64_t>(slices.size()) == count_actions(*schedule));
  std::size_t waits = 0;
  for (const auto& lanes : schedule->programs)
    for (const Program& program : lanes)
      for (const Action& action : program)
        if (const auto* await = std::get_if<Await>(&action.what)) waits += await->waits.size();
  REQUIRE(starts.size() == waits);
  REQUIRE(ends.size() == waits);
  for (std::size_t i = 0; i < waits; ++i) {
    CHECK(starts[i]["id"] == ends[i]["id"]);
    CHECK(starts[i]["pid"] != ends[i]["pid"]);
    CHECK(starts[i]["ts"].get<double>() <= ends[i]["ts"].get<double>());
  }
  CHECK(with(trace, "M").size() == 3 + 3 * schedule->lane_kinds.size());
}
