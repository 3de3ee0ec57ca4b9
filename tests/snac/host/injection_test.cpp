#include "tests/catch.hpp"
#include "tests/snac/host/planned.hpp"
#include "tests/snac/host/victim.hpp"
#include "tests/support/pairwise.hpp"
#include "tests/support/random.hpp"
#include "tests/support/sweep.hpp"

using namespace purlin;
using namespace purlin::testing;

namespace {

/// Every manner on some ranks with one and two lanes.
std::vector<Planned> all_manners() {
  std::vector<Planned> all;
  for (int ranks : {2, 3, 4, 5})
    for (int lanes : {1, 2})
      for (Planned& plan : every_manner(ranks, "240", lanes)) all.push_back(std::move(plan));
  return all;
}

/// Some that have every pair of kind, ranks, chain, regime, direction and lanes; from `all_from` on, all.
std::vector<Planned> some_manners(Extent all_from) {
  std::vector<Planned> all = all_manners(), some;
  if (extent() >= all_from) return all;
  std::vector<std::vector<std::string>> manners;
  for (const Planned& plan : all) manners.push_back(plan.manner);
  for (std::size_t i : pairwise(manners, seed())) some.push_back(std::move(all[i]));
  return some;
}

Rank draw_rank(const Schedule& schedule, Random& random) {
  return {static_cast<int>(random.below(schedule.problem.ranks()))};
}

Fault draw_delay(const Schedule& schedule, Random& random) {
  while (true) {
    const Rank rank = draw_rank(schedule, random);
    const auto lane = static_cast<int>(random.below(schedule.lanes));
    const auto& programs = schedule.programs[static_cast<std::size_t>(rank.value)];
    const std::int64_t actions = std::ssize(programs[static_cast<std::size_t>(lane)]);
    if (actions > 0) return delay(schedule, rank, lane, random.below(actions), {});
  }
}

/// Calls `visit` with the loss of every notification there is.
template <class Visit>
void for_each_drop(const Schedule& schedule, Visit&& visit) {
  for (Rank rank; rank.value < schedule.problem.ranks(); ++rank.value)
    for (int lane = 0; lane < schedule.lanes; ++lane) {
      const auto& programs = schedule.programs[static_cast<std::size_t>(rank.value)];
      const std::int64_t count = count_notifies(programs[static_cast<std::size_t>(lane)]);
      for (std::int64_t i = 0; i < count; ++i) visit(drop(schedule, rank, lane, i));
    }
}

}  // namespace

TEST_CASE("what is missing is named, whatever the plan, and the next launch works", "[sweep]") {
  for (Planned& plan : some_manners(Extent::wide)) {
    INFO("seed " << seed() << ": " << plan.name());
    const VerifiedSchedule schedule = verified(std::move(plan.schedule));
    Victim victim(schedule);
    for (Rank rank; rank.value < schedule->problem.ranks(); ++rank.value) CHECK(victim.suffers(absent(rank)));
    victim.works();
    int hangs = 0;
    for_each_drop(*schedule, [&](const Fault& fault) {
      INFO(fault.cause);
      hangs += victim.suffers(fault);
    });
    CHECK(hangs > 0);
    victim.works();
  }
}

TEST_CASE("a delay of any lane changes nothing", "[sweep]") {
  for (Planned& plan : some_manners(Extent::wide)) {
    INFO("seed " << seed() << ": " << plan.name());
    const VerifiedSchedule schedule = verified(std::move(plan.schedule));
    Victim victim(schedule);
    Random random(seed());
    for (int i = 0; i < 6; ++i) CHECK_FALSE(victim.suffers(draw_delay(*schedule, random)));
  }
}

TEST_CASE("threads give up in time, say why, and recover", "[sweep]") {
  Random random(seed());
  int late = 0;
  for (Planned& plan : some_manners(Extent::full)) {
    INFO("seed " << seed() << ": " << plan.name());
    const VerifiedSchedule schedule = verified(std::move(plan.schedule));
    Victim victim(schedule);
    std::vector<Fault> drops;
    for_each_drop(*schedule, [&](const Fault& fault) { drops.push_back(fault); });
    CHECK(victim.suffers_on_threads(absent(draw_rank(*schedule, random))));
    victim.works();
    const Fault& lost = random.pick(drops);
    const bool missed = victim.suffers(lost);
    CHECK(victim.suffers_on_threads(lost) == missed);
    if (missed) victim.stops(lost);
    victim.works();
    late += victim.suffers_on_threads(draw_delay(*schedule, random));
    victim.works();
  }
  CHECK(late > 0);
}
