#include "snac/host/stream.hpp"

#include "atom_cuda/error.hpp"
#include "snac/chain.hpp"
#include "snac/host/caller_memory.hpp"
#include "snac/plan.hpp"
#include "tests/atom_cuda/gpu.hpp"
#include "tests/catch.hpp"
#include "tests/support/schedule_builder.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

constexpr std::array kRegimes = {Regime::packet, Regime::zero_copy, Regime::staged};

std::optional<VerifiedSchedule> planned(const Problem& problem, Regime regime,
                                        const std::string& algorithm = "direct", int lanes = 2) {
  PlanOptions options;
  options.algorithm = algorithm;
  options.regime = regime;
  options.lanes = lanes;
  Diagnostics diagnostics;
  auto schedule = plan(problem, options, diagnostics);
  if (!schedule) return std::nullopt;
  return must_verify(std::move(*schedule));
}

Problem all_reduce(int ranks, std::int64_t n, DataType type = DataType::bf16) {
  return problem_of("[p] n", "n", ReduceOp::sum, ranks, {{"n", n}}, type);
}

/// A schedule with its data on the devices and what it should become.
struct Job {
  VerifiedSchedule schedule;
  host::CallerMemory expected;
  DeviceWorld world;
  cuda::Plan plan;
  cuda::Binding binding;

  Job(cuda::Stream& stream, const VerifiedSchedule& s, std::uint64_t number)
      : schedule(s), expected(*s), world(*s) {
    expected.fill({seed(), static_cast<std::int64_t>(number)});
    world.upload(expected.buffers());
    host::Stream reference(s->problem.ranks());
    REQUIRE_FALSE(reference.launch(s, expected.buffers()).hang);
    plan = stream.prepare(s);
    binding = stream.bind(world.buffers());
  }
  std::string difference() const {
    return world.difference(expected.buffers(), schedule->problem.dtype,
                            schedule->problem.op != ReduceOp::copy);
  }
};

std::vector<std::unique_ptr<Job>> jobs_of_many_sizes(cuda::Stream& stream, int ranks) {
  std::vector<std::unique_ptr<Job>> jobs;
  std::uint64_t number = 0;
  for (std::int64_t n : {1, 7, 64, 1021, 4096, 20011})
    for (Regime regime : kRegimes)
      if (const auto schedule = planned(all_reduce(ranks, n), regime))
        jobs.push_back(std::make_unique<Job>(stream, *schedule, number++));
  // Memory that a later plan made grow is known to earlier bindings again once they are used.
  return jobs;
}

}  // namespace

TEST_CASE("a captured graph of many plans replays ten thousand times", "[gpu]") {
  cuda::Stream stream(devices(), 8);
  const auto jobs = jobs_of_many_sizes(stream, 8);
  for (const auto& job : jobs) stream.enqueue(job->plan, job->binding);
  REQUIRE_FALSE(stream.wait());
  stream.begin_capture();
  for (const auto& job : jobs) stream.enqueue(job->plan, job->binding);
  const cuda::Graph graph = stream.end_capture();
  const int replays = cases(100, 10000, 20000) / static_cast<int>(jobs.size()) + 1;
  for (int i = 0; i < replays; ++i) stream.enqueue(graph);
  REQUIRE_FALSE(stream.wait());
  for (const auto& job : jobs) CHECK(job->difference() == "");
}

TEST_CASE("stamps survive a wrap of the epoch", "[gpu]") {
  cuda::Stream stream(devices(), 4);
  const auto jobs = jobs_of_many_sizes(stream, 4);
  stream.jump_to_epoch((std::uint64_t{1} << 32) - 20);
  for (int round = 0; round < 3; ++round)
    for (const auto& job : jobs) stream.enqueue(job->plan, job->binding);
  REQUIRE_FALSE(stream.wait());
  CHECK(stream.epoch() > std::uint64_t{1} << 32);
  for (const auto& job : jobs) CHECK(job->difference() == "");
}

TEST_CASE("plans on several streams run at once, or in one order where they do not fit", "[gpu]") {
  const int lanes = GENERATE(2, 12);  // 12 lanes of 8 ranks fill most of a device
  std::vector<std::unique_ptr<cuda::Stream>> streams;
  std::vector<std::unique_ptr<Job>> jobs;
  for (std::uint64_t i = 0; i < 3; ++i) {
    streams.push_back(std::make_unique<cuda::Stream>(devices(), 8));
    const auto schedule =
        planned(all_reduce(8, 20011 + static_cast<std::int64_t>(i)), Regime::zero_copy, "direct", lanes);
    jobs.push_back(std::make_unique<Job>(*streams.back(), *schedule, i));
  }
  for (int round = 0; round < cases(10, 200, 1000); ++round)
    for (std::size_t i = 0; i < jobs.size(); ++i) streams[i]->enqueue(jobs[i]->plan, jobs[i]->binding);
  for (auto& stream : streams) REQUIRE_FALSE(stream->wait());
  for (const auto& job : jobs) CHECK(job->difference() == "");
}

TEST_CASE("more lanes than fit are refused with the numbers", "[gpu]") {
  cuda::Stream stream(devices(), 8);
  const auto schedule = planned(all_reduce(8, 65536), Regime::zero_copy, "direct", 900);
  REQUIRE(schedule);
  CHECK_THROWS_AS(stream.prepare(*schedule), cuda::Refusal);
  CHECK_THROWS_WITH(stream.prepare(*schedule), Catch::Contains("lanes at once"));
}

TEST_CASE("ranks that run ahead of each other inside one kernel stay right", "[gpu]") {
  const int ranks = GENERATE(2, 3, 8);
  const Regime regime = GENERATE(Regime::packet, Regime::zero_copy, Regime::staged);
  for (const Chain& chain : chains())
    for (const Problem& problem :
         {all_reduce(ranks, 1021), problem_of("n @ 1", "n", ReduceOp::copy, ranks, {{"n", 777}}),
          problem_of("[s] d n", "[d] s n", ReduceOp::copy, ranks, {{"n", 129}})}) {
      const auto schedule = planned(problem, regime, std::string(chain.name));
      if (!schedule) continue;
      INFO(chain.name << " " << name_of(regime) << " " << ranks << " ranks");
      cuda::Stream stream(devices(), ranks);
      constexpr int kSets = 4;
      std::vector<std::unique_ptr<Job>> jobs;
      std::vector<RankBuffers> sets;
      for (std::uint64_t set = 0; set < kSets; ++set) {
        jobs.push_back(std::make_unique<Job>(stream, *schedule, set));
        sets.insert(sets.end(), jobs.back()->world.buffers().begin(), jobs.back()->world.buffers().end());
      }
      cuda::SoakOptions options;
      options.launches = cases(20, 200, 2000);
      options.seed = seed();
      options.longest_pause = std::chrono::microseconds(20);
      const RunReport report = stream.soak(*schedule, sets, options);
      REQUIRE_FALSE(report.hang);
      for (const auto& job : jobs) CHECK(job->difference() == "");
      CHECK(stream.launch(*schedule, sets.empty() ? sets : std::vector(sets.begin(), sets.begin() + ranks))
                .hang == std::nullopt);
    }
}

TEST_CASE("a delay in any rank changes nothing", "[gpu]") {
  constexpr int kRanks = 4;
  cuda::Stream stream(devices(), kRanks);
  for (Regime regime : kRegimes)
    for (const Chain& chain : chains()) {
      const auto schedule = planned(all_reduce(kRanks, 4099), regime, std::string(chain.name));
      if (!schedule) continue;
      for (int rank = 0; rank < kRanks; ++rank) {
        Job job(stream, *schedule, static_cast<std::uint64_t>(rank));
        LaunchOptions options;
        for (std::int64_t action = 0; action < 6; ++action)
          options.injections.push_back({Injection::Kind::delay,
                                        {rank},
                                        static_cast<int>(action % 2),
                                        action,
                                        std::chrono::microseconds(50)});
        REQUIRE_FALSE(stream.launch(*schedule, job.world.buffers(), options).hang);
        CHECK(job.difference() == "");
      }
    }
}

TEST_CASE("a trace has every action of every lane, in order", "[gpu]") {
  cuda::Stream stream(devices(), 3);
  const auto schedule = planned(all_reduce(3, 4096), Regime::zero_copy);
  Job job(stream, *schedule, 0);
  LaunchOptions options;
  options.trace = true;
  const RunReport report = stream.launch(*schedule, job.world.buffers(), options);
  std::size_t actions = 0;
  for (const auto& lanes : (*schedule)->programs)
    for (const Program& program : lanes) actions += program.size();
  CHECK(report.trace.size() == actions);
  for (const TraceEvent& event : report.trace) {
    CHECK(event.begin_s <= event.end_s);
    CHECK(event.begin_s > -1e-3);
    CHECK(event.end_s < 1);
  }
}
