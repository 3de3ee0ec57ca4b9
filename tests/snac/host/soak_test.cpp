#include "snac/host/random.hpp"
#include "snac/host/soak_check.hpp"
#include "snac/host/stamp.hpp"
#include "tests/catch.hpp"
#include "tests/snac/host/planned.hpp"
#include "tests/support/schedule_builder.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::host;
using namespace purlin::testing;
using host::Random;

namespace {

/// Plans of several kinds, regimes and sizes, each with its memory.
struct Mix {
  explicit Mix(int ranks) {
    for (const char* size : {"64", "720", "4K"})
      for (Named& plan : every_plan(ranks, size, size[0] == '7' ? 2 : 1)) plans.push_back(std::move(plan));
    for (const Named& plan : plans) memories.push_back(std::make_unique<CallerMemory>(*plan.schedule));
  }
  std::vector<Named> plans;
  std::vector<std::unique_ptr<CallerMemory>> memories;
};

void launch_one(Stream& stream, Mix& mix, std::size_t i, std::int64_t launch) {
  CallerMemory& memory = *mix.memories[i];
  const VerifiedSchedule& schedule = mix.plans[i].schedule;
  INFO(mix.plans[i].name << ", launch " << launch);
  memory.fill({1, launch});
  const RunReport report = stream.launch(schedule, memory.buffers());
  if (report.hang) FAIL(report.hang->cause);
  const Comparison comparison = memory.check(tolerance_of(*schedule));
  if (comparison.wrong > 0) FAIL(comparison.first);
}

}  // namespace

TEST_CASE("thousands of launches of alternating plans share one stream", "[sweep]") {
  Mix mix(3);
  Stream stream(3);
  Random random(seed());
  const int launches = cases(500, 10000, 10000);
  for (int launch = 0; launch < launches; ++launch)
    launch_one(stream, mix, random.below(mix.plans.size()), launch);
  CHECK(stream.epoch() == static_cast<std::uint64_t>(launches));
}

TEST_CASE("epochs wrap, signed and unsigned, under every plan") {
  Mix mix(2);
  Stream stream(2);
  for (std::size_t i = 0; i < mix.plans.size(); ++i) {
    const std::uint64_t wrap = (i + 1) << 31;
    stream.jump_to_epoch(wrap - 3);
    for (int launch = 0; launch < 5; ++launch) launch_one(stream, mix, i, launch);
    CHECK(stream.epoch() == wrap + 2);
  }
}

TEST_CASE("stamps that have grown old do not look new") {
  Mix mix(2);
  Stream stream(2);
  for (int jump = 0; jump < 9; ++jump) {
    launch_one(stream, mix, 0, jump);
    stream.jump_to_epoch(stream.epoch() + kStaleAfter / 2);
    LaunchOptions options;
    options.injections = {{Injection::Kind::absent, {1}, 0, 0, {}}};
    CHECK(stream.interleave(mix.plans[0].schedule, mix.memories[0]->buffers(), 1, options).hang);
  }
}

TEST_CASE("ranks run ahead without disturbing each other", "[sweep]") {
  const int ranks = GENERATE(2, 3, 5);
  const bool one_thread = GENERATE(true, false);
  Mix mix(ranks);
  std::vector<const VerifiedSchedule*> schedules;
  for (const Named& plan : mix.plans) schedules.push_back(&plan.schedule);
  SoakOptions options;
  options.one_thread = one_thread;
  options.seed = seed();
  options.launches = cases(1, 4, 20) * std::ssize(schedules);
  Stream stream(ranks);
  const Soaked soaked = SoakCheck(schedules, 1).run(stream, options);
  INFO(ranks << " ranks, seed " << options.seed);
  if (soaked.report.hang) FAIL(soaked.report.hang->cause);
  CHECK(soaked.comparison.first == "");
  CHECK(soaked.comparison.checked > 0);
  CHECK(std::ssize(soaked.report.launch_s) == options.launches);
}

TEST_CASE("each plan soaks alone", "[sweep]") {
  const int ranks = 4;
  for (const Named& plan : every_plan(ranks, "720", 2))
    for (bool one_thread : {true, false}) {
      SoakOptions options;
      options.one_thread = one_thread;
      options.seed = seed();
      options.launches = cases(5, 20, 100);
      Stream stream(ranks);
      const Soaked soaked = SoakCheck({&plan.schedule}, 1).run(stream, options);
      INFO(plan.name << ", seed " << options.seed);
      REQUIRE_FALSE(soaked.report.hang);
      CHECK(soaked.comparison.first == "");
    }
}
