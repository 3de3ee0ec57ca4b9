#include <fmt/format.h>

#include "snac/chain.hpp"
#include "spec/read_problem.hpp"
#include "tests/atom_cuda/gpu.hpp"
#include "tests/catch.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_problem.hpp"
#include "tests/support/schedule_builder.hpp"
#include "tests/support/schedule_runs.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

constexpr std::array kRegimes = {Regime::packet, Regime::zero_copy, Regime::staged};
constexpr std::array kPayloads = {Datapath::vector, Datapath::bulk};

/// Moves payload by another datapath, where an action's payload is a datapath's to move.
Schedule by(Schedule schedule, Datapath datapath) {
  for (auto& lanes : schedule.programs)
    for (Program& program : lanes)
      for (Action& action : program)
        if (std::holds_alternative<Stage>(action.what) || std::holds_alternative<Consume>(action.what))
          action.datapath = datapath;
  return schedule;
}

struct Shape {
  std::string input, output;
  std::map<std::string, std::int64_t> sizes;
  bool reduces = true;
};

/// Collectives of `n` elements per part.
std::vector<Shape> shapes(std::int64_t n) {
  return {{"[p] n", "n", {{"n", n}}, true},
          {"[p] s n", "[s] n", {{"n", n}}, true},
          {"[s] n", "s n", {{"n", n}}, false},
          {"[s] d n", "[d] s n", {{"n", n}}, false},
          {"n @ 0", "n", {{"n", n}}, false},
          {"[p] n", "n @ 0", {{"n", n}}, true},
          {"[s] b", "b s", {{"b", n}}, false},
          {"[p] b n", "n", {{"b", 3}, {"n", n}}, true},
          {"[p] n b", "n", {{"b", 3}, {"n", n}}, true}};
}

std::vector<std::int64_t> counts() {
  return {1, 2, 3, 5, 7, 8, 13, 16, 31, 64, 97, 128, 257, 1021, 1024, 4099, 16411, 65537};
}

/// One random combination; every value of every dimension comes up in turn.
struct Case {
  Problem problem;
  PlanOptions options;
  Datapath datapath = Datapath::vector;
  int skew = 0;
  std::string text;
};

Case draw_case(std::uint64_t number) {
  Random random(seed() + number);
  const auto turn = [&](const auto& list, std::uint64_t stride) {
    return list[static_cast<std::size_t>((number / stride + random.between(0, 1)) % std::size(list))];
  };
  const int ranks = static_cast<int>(1 + number % 8);
  const std::vector<Shape> all_shapes = shapes(turn(counts(), 3));
  const Shape& shape = all_shapes[number % all_shapes.size()];
  const DataType type = turn(kDataTypes, 1);
  ReduceOp op = ReduceOp::copy;
  if (shape.reduces) op = kReduceOps[1 + static_cast<std::size_t>(random.between(0, 4))];
  if (!applies_to(op, type)) op = ReduceOp::sum;
  Case one;
  one.problem = problem_of(shape.input, shape.output, op, ranks, shape.sizes, type);
  one.options.algorithm = std::string(chains()[number / 2 % chains().size()].name);
  one.options.regime = turn(kRegimes, 5);
  one.options.lanes = static_cast<int>(1 + random.between(0, 3));
  if (random.chance(30)) one.options.push = random.chance(50);
  if (random.chance(40)) one.options.chunk = size_of(type).value * (1 + random.between(0, 500));
  one.datapath = devices()->all().front().major >= 9 ? turn(kPayloads, 2) : Datapath::vector;
  one.skew = random.chance(25) ? 1 + static_cast<int>(random.between(0, 14)) : 0;
  one.text = fmt::format("{} -> {} {} {} ranks {} n {} {}/{} lanes {} by {} skew {}", shape.input,
                         shape.output, name_of(op), name_of(type), ranks,
                         shape.sizes.at(shape.sizes.contains("n") ? "n" : "b"), *one.options.algorithm,
                         name_of(*one.options.regime), *one.options.lanes, name_of(one.datapath), one.skew);
  return one;
}

}  // namespace

TEST_CASE("devices compute what the host does, bit by bit", "[gpu]") {
  const int count = cases(100, 1000, 20000);
  int ran = 0;
  std::vector<std::unique_ptr<cuda::Stream>> streams(9);
  for (int i = 0; i < count; ++i) {
    if (!in_slice(static_cast<std::uint64_t>(i))) continue;
    const Case one = draw_case(static_cast<std::uint64_t>(i));
    INFO("PURLIN_TEST_SEED=" << seed() << " case " << i << ": " << one.text);
    Diagnostics diagnostics;
    const std::optional<Schedule> schedule = plan(one.problem, one.options, diagnostics);
    if (!schedule) continue;
    auto& stream = streams[static_cast<std::size_t>(one.problem.ranks())];
    if (!stream) stream = std::make_unique<cuda::Stream>(devices(), one.problem.ranks());
    CHECK(differs_from_host(*stream, must_verify(by(*schedule, one.datapath)), {seed(), i}, one.skew) == "");
    ++ran;
  }
  INFO(ran << " of " << count << " cases could be planned");
  CHECK(ran > count / 4);
}

TEST_CASE("devices run random specs as the host does", "[gpu]") {
  const int count = cases(40, 300, 5000);
  for (int i = 0; i < count; ++i) {
    const std::uint64_t variety = seed() + static_cast<std::uint64_t>(i);
    Diagnostics diagnostics;
    const auto spec = read_problem(random_problem(variety), "random.toml", ".", {}, diagnostics);
    REQUIRE(spec);
    const Problem& problem = spec->problem;
    cuda::Stream stream(devices(), problem.ranks());
    for (const PlanOptions& options : some_plans(problem, variety, 2)) {
      INFO("PURLIN_TEST_SEED=" << variety << " " << print(options));
      if (const auto schedule = plan(problem, options, diagnostics))
        CHECK(differs_from_host(stream, must_verify(*schedule), {variety, 0}) == "");
    }
  }
}
