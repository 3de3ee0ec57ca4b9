#include "snac/host/caller_memory.hpp"

#include "spec/named_collectives.hpp"
#include "spec/read_problem.hpp"
#include "tests/catch.hpp"
#include "tests/snac/host/planned.hpp"
#include "tests/support/schedule_builder.hpp"

using namespace purlin;
using namespace purlin::host;
using namespace purlin::testing;

namespace {

Problem in_place(const char* input, const char* output, ReduceOp op, InPlace form) {
  return problem_of(input, output, op, 3, {{"n", 20}}, DataType::bf16, form);
}

}  // namespace

TEST_CASE("a caller's memory survives its check in every form") {
  const Problem problem = GENERATE(in_place("[p] n", "n", ReduceOp::sum, InPlace::no),
                                   in_place("[p] n", "n", ReduceOp::sum, InPlace::same),
                                   in_place("[s] n", "s n", ReduceOp::copy, InPlace::input_in_output),
                                   in_place("[p] s n", "[s] n", ReduceOp::avg, InPlace::output_in_input),
                                   in_place("n @ 1", "n", ReduceOp::copy, InPlace::no));
  const VerifiedSchedule schedule = planned(problem, {});
  CallerMemory memory(*schedule);
  Stream stream(3);
  for (std::int64_t launch = 0; launch < 4; ++launch) {
    memory.fill({1, launch});
    REQUIRE_FALSE(stream.launch(schedule, memory.buffers()).hang);
    const Comparison comparison = memory.check(tolerance_of(*schedule));
    CHECK(comparison.first == "");
    CHECK(comparison.wrong == 0);
    CHECK(comparison.checked > 0);
  }
}

TEST_CASE("in place, slices may be empty and ranks may hold one side only") {
  for (const NamedCollective& kind : kNamedCollectives)
    for (std::int64_t ranks : {1, 2, 3, 5})
      for (const char* size : {"0", "8", "96", "1000"}) {
        Overrides overrides;
        overrides.ranks = ranks, overrides.size = size;
        Diagnostics refused;
        auto spec = read_spec(std::string(kind.name), overrides, refused);
        if (!spec) continue;
        spec->problem.in_place = in_place_form(spec->problem).form;
        PlanOptions direct;
        direct.algorithm = "direct", direct.lanes = 1;
        const auto plan = purlin::plan(spec->problem, direct, refused);
        if (!plan) continue;
        INFO(kind.name << ", " << ranks << " ranks, " << size << " bytes");
        const VerifiedSchedule schedule = verified(*plan);
        CallerMemory memory(*schedule);
        memory.fill({});
        Stream stream(static_cast<int>(ranks));
        REQUIRE_FALSE(stream.interleave(schedule, memory.buffers(), 1).hang);
        CHECK(memory.check(tolerance_of(*schedule)).first == "");
      }
}

TEST_CASE("what was not written, or should not have been, is wrong") {
  const VerifiedSchedule schedule = planned(in_place("[s] n", "s n", ReduceOp::copy, InPlace::no), {});
  CallerMemory memory(*schedule);
  memory.fill({});
  CHECK(memory.check({}).wrong == 180);
  Stream(3).launch(schedule, memory.buffers());
  SECTION("an input") {
    memory.input({2})[7] ^= std::byte{1};
    CHECK(memory.check({}).first == "the input of rank 2 was written");
  }
  SECTION("a guard") {
    *(memory.output({1}).data() - 1) = std::byte{0};
    CHECK(memory.check({}).first == "bytes beside the output of rank 1 were written");
  }
  CHECK(memory.check({}).wrong == 1);
}

TEST_CASE("memory is said before it is taken") {
  const VerifiedSchedule schedule = planned(in_place("[s] n", "s n", ReduceOp::copy, InPlace::no), {});
  const std::int64_t windows = 3 * 2 * (schedule->buffers.window_half + schedule->buffers.packet_window_half);
  CHECK(CallerMemory::bytes_needed(*schedule) == 3 * 40 + 3 * 120 + 3 * 40 + windows);
}
