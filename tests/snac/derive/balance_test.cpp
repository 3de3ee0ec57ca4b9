// How evenly lanes share bytes, and that schedules grow with steps and peers, not with bytes.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "snac/chain.hpp"
#include "snac/plan.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/support/problems.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

Problem read(const std::string& text) {
  Diagnostics diagnostics;
  const auto spec = read_problem(text, "balance", ".", {}, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) UNSCOPED_INFO(d.message);
  REQUIRE(spec);
  return spec->problem;
}

/// Every rank sends half of its `tokens` to rank 0, the rest to all others alike.
Problem one_hot_expert(int ranks, int tokens) {
  std::string row = fmt::format("[{}", tokens / 2), rows;
  for (int to = 1; to < ranks; ++to) row += fmt::format(", {}", tokens / 2 / (ranks - 1));
  for (int from = 0; from < ranks; ++from) rows += (from ? ", " : "") + row + "]";
  return read(
      fmt::format("[mesh]\nshape = [{}]\n[axes]\nn = {{ per = [\"s\", \"d\"], sizes = [{}] }}\n"
                  "[collective]\nkind = \"all_to_all_v\"\ndtype = \"f32\"\n",
                  ranks, rows));
}

Schedule planned(const Problem& problem, const PlanOptions& options) {
  Diagnostics diagnostics;
  auto schedule = plan(problem, options, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) UNSCOPED_INFO(d.code << ": " << d.message);
  REQUIRE(schedule);
  return std::move(*schedule);
}

std::int64_t bytes_of(const Program& program) {
  std::int64_t bytes = 0;
  for (const Action& action : program)
    std::visit(Overloaded{[&](const Stage& stage) { bytes += stage.from.block.bytes(); },
                          [&](const Consume& consume) {
                            for (const Span& to : consume.destinations) bytes += to.block.bytes();
                          },
                          [&](const PutPackets& put) {
                            bytes += put.source.block.bytes() * static_cast<std::int64_t>(put.targets.size());
                          },
                          [&](const TakePackets& take) { bytes += take.shape.bytes(); }, [](const Notify&) {},
                          [](const Await&) {}},
               action.what);
  return bytes;
}

/// The busiest lane of a rank against the mean of its lanes.
double unevenness(const std::vector<Program>& lanes) {
  std::int64_t all = 0, most = 0;
  for (const Program& lane : lanes) {
    all += bytes_of(lane);
    most = std::max(most, bytes_of(lane));
  }
  return all == 0 ? 1
                  : static_cast<double>(most) * static_cast<double>(lanes.size()) / static_cast<double>(all);
}

std::size_t longest_lane(const Schedule& schedule) {
  std::size_t longest = 0;
  for (const auto& lanes : schedule.programs)
    for (const Program& lane : lanes) longest = std::max(longest, lane.size());
  return longest;
}

}  // namespace

TEST_CASE("lanes share what a hot expert gets") {
  for (int ranks : {3, 8})
    for (int lanes : {2, 5, 16}) {
      const Problem problem = one_hot_expert(ranks, 42 * 1024);
      for (Regime regime : {Regime::packet, Regime::zero_copy, Regime::staged}) {
        PlanOptions options;
        options.algorithm = "direct", options.regime = regime, options.lanes = lanes;
        const Schedule schedule = planned(problem, options);
        for (const auto& of_rank : schedule.programs) {
          CAPTURE(ranks, lanes, name_of(regime));
          CHECK(unevenness(of_rank) <= 1.2);
        }
      }
    }
}

TEST_CASE("schedules grow with steps and peers and not with bytes") {
  const int rows = extent() == Extent::full ? 8 : 4, columns = extent() == Extent::full ? 9 : 5;
  for (const Chain& chain : chains()) {
    std::size_t actions = 0;
    for (int n : {1 << 14, 1 << 18, 1 << 22}) {
      CAPTURE(chain.name, n);
      PlanOptions options;
      options.algorithm = chain.name, options.regime = Regime::staged, options.push = false;
      options.lanes = 2, options.chunk = std::int64_t{1} << 30;
      const Schedule schedule = planned(problem_of({fmt::format("[{}, {}]", rows, columns),
                                                    fmt::format("n = {}", n), "[x,y] n", "n", "sum"}),
                                        options);
      int steps = 0;
      for (const auto& lanes : schedule.programs)
        for (const Action& action : lanes[0]) steps = std::max(steps, action.step);
      CHECK(longest_lane(schedule) <= static_cast<std::size_t>(4 * (steps + 1) * rows * columns));
      if (actions > 0) CHECK(longest_lane(schedule) == actions);
      actions = longest_lane(schedule);
    }
  }
}
