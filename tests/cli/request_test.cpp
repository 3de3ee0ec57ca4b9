#include "cli/request.hpp"

#include "cli/inject.hpp"
#include "cli/memory.hpp"
#include "snac/chain.hpp"
#include "tests/catch.hpp"

using namespace purlin;
using namespace purlin::cli;

namespace {

Request read(RequestOptions options, const Defaults& defaults = {{1 << 20}}) {
  Diagnostics diagnostics;
  const auto requests = read_requests(options, defaults, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) UNSCOPED_INFO(d.message);
  REQUIRE(requests.size() == 1);
  return requests[0];
}

RequestOptions spec(std::string text) {
  RequestOptions options;
  options.specs = {std::move(text)};
  return options;
}

}  // namespace

TEST_CASE("a name takes the verb's default sizes, eight ranks and f32") {
  const Request request = read(spec("all_reduce"), {{1024, 4096}});
  CHECK(request.problem.ranks() == 8);
  CHECK(request.problem.dtype == DataType::f32);
  CHECK(request.sizes == Sweep{1024, 4096});
  Diagnostics diagnostics;
  CHECK(size_of(*problem_at(request, 0, diagnostics)).value == 1024);
  CHECK(size_of(*problem_at(request, 1, diagnostics)).value == 4096);
}

TEST_CASE("the command line says over a name what it likes") {
  RequestOptions options = spec("reduce");
  options.ranks = 3;
  options.root = 2;
  options.dtype = "bfloat16";
  options.op = "max";
  options.size.size = "100";
  options.lanes = "2";
  options.chunk = "1K";
  options.regime = "staged";
  options.algorithm = "auto";
  const Request request = read(options);
  CHECK(request.problem.ranks() == 3);
  CHECK(request.problem.dtype == DataType::bf16);
  CHECK(request.problem.op == ReduceOp::max);
  CHECK(request.problem.output.pins.at(0).coordinate == 2);
  CHECK(request.plan.lanes == 2);
  CHECK(request.plan.chunk == 1024);
  CHECK(request.plan.regime == Regime::staged);
  CHECK_FALSE(request.plan.algorithm);
}

TEST_CASE("the switch is asked for by a chain's name alone") {
  CHECK_FALSE(asks_for_switch(read(spec("all_reduce"))));
  for (const Chain& chain : chains()) {
    RequestOptions options = spec("all_reduce");
    options.algorithm = chain.name;
    Request request = read(options);
    INFO(chain.name);
    CHECK(asks_for_switch(request) == chain.in_switch);
    request.plan.algorithm.reset();
    request.schedule.emplace().algorithm = chain.name;
    CHECK(asks_for_switch(request) == chain.in_switch);
  }
}

TEST_CASE("a fault to inject is read whole or refused") {
  Diagnostics diagnostics;
  const auto faults =
      parse_injections({"delay:rank=1,lane=2,action=3,time=50ms", "absent:rank=0"}, diagnostics);
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].kind == Injection::Kind::delay);
  CHECK(faults[0].rank == Rank{1});
  CHECK(faults[0].lane == 2);
  CHECK(faults[0].action == 3);
  CHECK(faults[0].time == std::chrono::milliseconds(50));
  CHECK_FALSE(diagnostics.has_errors());
  for (const char* bad :
       {"", "drop", "drop:", "drop:rank", "drop:rank=-1", "drop:rank=1,", "drop:lane=1", "stop:rank=1",
        "delay:rank=1,time=5", "delay:rank=1,time=ms", "drop:rank=1,rank=x"}) {
    Diagnostics found;
    parse_injections({bad}, found);
    INFO(bad);
    CHECK(found.has_errors());
  }
}

TEST_CASE("available memory is read from what the system says") {
  CHECK(parse_meminfo("MemTotal: 5 kB\nMemAvailable:    3 kB\n") == 3072);
  CHECK_FALSE(parse_meminfo("MemTotal: 5 kB\n"));
  CHECK_FALSE(parse_meminfo(""));
  REQUIRE(available_bytes());
  CHECK(*available_bytes() > 0);
}
