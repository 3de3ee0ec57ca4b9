#include "snac/chain.hpp"
#include "snac/host/caller_memory.hpp"
#include "snac/host/stream.hpp"
#include "snac/plan.hpp"
#include "tests/atom_cuda/gpu.hpp"
#include "tests/catch.hpp"
#include "tests/support/schedule_builder.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

std::vector<Problem> collectives(int ranks) {
  return {problem_of("[p] n", "n", ReduceOp::sum, ranks, {{"n", 1021}}),
          problem_of("[p] s n", "[s] n", ReduceOp::sum, ranks, {{"n", 65}}),
          problem_of("[s] n", "s n", ReduceOp::copy, ranks, {{"n", 65}}),
          problem_of("[s] d n", "[d] s n", ReduceOp::copy, ranks, {{"n", 33}}),
          problem_of("n @ 0", "n", ReduceOp::copy, ranks, {{"n", 65}}),
          problem_of("[p] n", "n @ 0", ReduceOp::sum, ranks, {{"n", 65}}),
          problem_of("s n @ 0", "[s] n", ReduceOp::copy, ranks, {{"n", 65}}),
          problem_of("[s] n", "s n @ 0", ReduceOp::copy, ranks, {{"n", 65}}),
          problem_of("[s] n", "[s+1] n", ReduceOp::copy, ranks, {{"n", 65}})};
}

LaunchOptions with(Injection::Kind kind, int rank) {
  LaunchOptions options;
  options.timeout = std::chrono::milliseconds(20);
  options.injections = {{kind, {rank}, 0, 0, {}}};
  return options;
}

}  // namespace

TEST_CASE("who does not arrive is named, and the next launch works", "[gpu]") {
  constexpr int kRanks = 4;
  const auto regime = GENERATE(Regime::packet, Regime::zero_copy, Regime::staged);
  const auto kind = GENERATE(Injection::Kind::drop, Injection::Kind::absent);
  cuda::Stream stream(devices(), kRanks);
  for (const Chain& chain : chains())
    for (const Problem& problem : collectives(kRanks)) {
      PlanOptions options;
      options.algorithm = std::string(chain.name);
      options.regime = regime;
      options.lanes = 1;
      Diagnostics diagnostics;
      auto planned = plan(problem, options, diagnostics);
      if (!planned) continue;
      const VerifiedSchedule schedule = must_verify(std::move(*planned));
      INFO(chain.name << " " << name_of(regime) << " " << print(problem, problem.input) << " -> "
                      << print(problem, problem.output));
      for (int rank = 0; rank < kRanks; ++rank) {
        const LaunchOptions injected = with(kind, rank);
        host::CallerMemory memory(*schedule);
        host::Stream reference(kRanks);
        const RunReport on_host = reference.launch(schedule, memory.buffers(), injected);
        DeviceWorld world(*schedule);
        world.upload(memory.buffers());
        const RunReport on_device = stream.launch(schedule, world.buffers(), injected);
        REQUIRE(on_device.hang.has_value() == on_host.hang.has_value());
        if (!on_host.hang) continue;  // the injection hit nothing
        INFO(on_device.hang->cause << " on the device; on the host " << on_host.hang->cause);
        CHECK(on_device.hang->culprit == on_host.hang->culprit);
        CHECK_FALSE(on_device.hang->cause.empty());
      }
      CHECK(differs_from_host(stream, schedule, {seed(), 1}) == "");
    }
}

TEST_CASE("launches queued behind one that hangs do not run", "[gpu]") {
  cuda::Stream stream(devices(), 2);
  Diagnostics diagnostics;
  const Problem problem = problem_of("[p] n", "n", ReduceOp::sum, 2, {{"n", 1024}});
  const VerifiedSchedule schedule = must_verify(*plan(problem, {}, diagnostics));
  host::CallerMemory memory(*schedule);
  memory.fill({seed(), 1});
  DeviceWorld world(*schedule);
  world.upload(memory.buffers());
  const cuda::Plan hanging = stream.prepare(schedule, with(Injection::Kind::absent, 1));
  const cuda::Plan whole = stream.prepare(schedule);
  const cuda::Binding binding = stream.bind(world.buffers());
  stream.enqueue(hanging, binding);
  for (int i = 0; i < 50; ++i) stream.enqueue(whole, binding);
  const auto hang = stream.wait();
  REQUIRE(hang);
  CHECK(hang->culprit == Rank{1});
  CHECK(world.difference(memory.buffers(), problem.dtype, true) == "");  // nothing was written
  CHECK(differs_from_host(stream, schedule, {seed(), 1}) == "");
}
