#include "atom_cuda/lower.hpp"

#include "spec/read_problem.hpp"
#include "tests/atom_cuda/lift.hpp"
#include "tests/catch.hpp"
#include "tests/support/random_problem.hpp"
#include "tests/support/schedule_builder.hpp"
#include "tests/support/schedule_runs.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

std::vector<Rank> all_ranks(const Schedule& schedule) {
  std::vector<Rank> ranks;
  for (int rank = 0; rank < schedule.problem.ranks(); ++rank) ranks.push_back({rank});
  return ranks;
}

void check_inverse(const Schedule& schedule) {
  const cuda::Lowered lowered = cuda::lower(schedule, all_ranks(schedule));
  REQUIRE(lift(lowered) == liftable(schedule, lowered));
}

Schedule by_hand() {
  ScheduleBuilder builder(problem_of("[p] n", "n", ReduceOp::sum, 3, {{"n", 6}}), Regime::packet, 2);
  builder.window(256).packet_window(256).scratch(64);
  for (int rank = 0; rank < 3; ++rank) {
    const int next = (rank + 1) % 3, last = (rank + 2) % 3;
    Span folded = bytes_of(BufferKind::scratch, rank, 0, 4);
    folded.block.push_inner({3, 8});
    folded.block.fold = Dim{2, 32};
    Span rows = bytes_of(BufferKind::output, rank, 0, 4);
    rows.block.push_inner({3, 8});
    TakePackets take;
    take.op = ReduceOp::sum;
    take.shape.run = 24;
    take.sources = {TakePackets::Packets{{rank}, 32, 7}, bytes_of(BufferKind::input, rank, 0, 24)};
    take.destinations = {TakePackets::Packets{{next}, 96, 9}, bytes_of(BufferKind::output, rank, 0, 24)};
    builder.at(rank, 1)
        .stage(bytes_of(BufferKind::input, rank, 0, 24), bytes_of(BufferKind::window, rank, 8, 24))
        .notify(Purpose::staged, {next, last})
        .await(Purpose::staged, {last})
        .reduce(ReduceOp::sum, {folded, folded}, {rows}, 1)
        .put(bytes_of(BufferKind::input, rank, 0, 24), {{{next}, 32}, {{last}, 64}}, 7)
        .take(take);
  }
  return builder.build();
}

}  // namespace

TEST_CASE("every kind of action comes back from the device list") { check_inverse(by_hand()); }

TEST_CASE("planned schedules come back from the device list", "[sweep]") {
  const int count = cases(40, 200, 2000);
  for (int i = 0; i < count; ++i) {
    const std::uint64_t variety = seed() + static_cast<std::uint64_t>(i);
    INFO("PURLIN_TEST_SEED=" << variety);
    Diagnostics diagnostics;
    const auto spec = read_problem(random_problem(variety), "random.toml", ".", {}, diagnostics);
    REQUIRE(spec);
    for (const PlanOptions& options : some_plans(spec->problem, variety, 3))
      if (const auto schedule = plan(spec->problem, options, diagnostics)) check_inverse(*schedule);
  }
}

TEST_CASE("a list that does not fit a page goes on in the next") {
  ScheduleBuilder builder(problem_of("[s] n", "s n", ReduceOp::copy, 2, {{"n", 4096}}));
  for (int i = 0; i < 500; ++i)
    builder.at(0).copy(bytes_of(BufferKind::input, 0, 4 * i, 4), bytes_of(BufferKind::output, 0, 4 * i, 4));
  const Schedule& schedule = builder.build();
  const std::vector<Rank> rows = {{0}, {1}};
  const cuda::Lowered lowered = cuda::lower(schedule, rows);
  CHECK(lowered.cells.size() > 10 * static_cast<std::size_t>(lowered.page_cells));
  check_inverse(schedule);
}

TEST_CASE("an action with very many ends gets a page that holds it") {
  ScheduleBuilder builder(problem_of("[p] n", "n", ReduceOp::sum, 300, {{"n", 4}}));
  std::vector<Span> sources;
  for (int rank = 0; rank < 300; ++rank) sources.push_back(bytes_of(BufferKind::input, rank, 0, 16));
  builder.at(7).reduce(ReduceOp::sum, sources, {bytes_of(BufferKind::output, 7, 0, 16)});
  check_inverse(builder.build());
}

TEST_CASE("injections delay, drop and leave out") {
  const Schedule schedule = by_hand();
  const std::vector<Rank> rows = {{0}, {1}, {2}};
  const auto lifted = [&](Injection injection) {
    return lift(cuda::lower(schedule, rows, std::span(&injection, 1)));
  };
  const auto whole = lift(cuda::lower(schedule, rows));
  CHECK(lifted({Injection::Kind::delay, {1}, 1, 2, std::chrono::microseconds(5)}) == whole);
  auto without_notify = whole;
  auto& program = without_notify[1][1];
  program.erase(program.begin() + 1);
  CHECK(lifted({Injection::Kind::drop, {1}, 1, 0, {}}) == without_notify);
  CHECK(lifted({Injection::Kind::absent, {2}, 0, 0, {}}) == whole);
}
