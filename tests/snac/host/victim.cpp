#include "tests/snac/host/victim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "tests/catch.hpp"

namespace purlin::testing {
namespace {

const Program& program_of(const Schedule& schedule, Rank rank, int lane) {
  return schedule.programs.at(static_cast<std::size_t>(rank.value)).at(static_cast<std::size_t>(lane));
}

bool notifies(const Action& action) {
  return std::holds_alternative<Notify>(action.what) || std::holds_alternative<PutPackets>(action.what);
}

std::string lane_name(Rank rank, int lane) { return fmt::format("lane {} of rank {}", lane, rank.value); }

/// Whether `action` is a wait for what the report says.
bool waits_so(const Schedule& schedule, const Action& action, const HangReport::Waiter& waiter) {
  if (const auto* await = std::get_if<Await>(&action.what))
    return std::ranges::any_of(await->waits, [&](const Await::Wait& wait) {
      const SignalSlot& slot = schedule.signals.at(static_cast<std::size_t>(wait.slot));
      return wait.value == waiter.expected && slot.producer == waiter.producer &&
             waiter.signal ==
                 fmt::format("{} of rank {}, lane {}", name_of(slot.purpose), slot.producer.value, slot.lane);
    });
  return std::holds_alternative<TakePackets>(action.what) &&
         waiter.signal.starts_with(fmt::format("packets of rank {}, lane ", waiter.producer.value));
}

}  // namespace

std::int64_t count_notifies(const Program& program) { return std::ranges::count_if(program, notifies); }

Fault absent(Rank rank) {
  return {{Injection::Kind::absent, rank, 0, 0, {}}, fmt::format("rank {} never launched", rank.value)};
}

Fault drop(const Schedule& schedule, Rank rank, int lane, std::int64_t ordinal) {
  const Program& program = program_of(schedule, rank, lane);
  std::size_t at = 0;
  for (std::int64_t left = ordinal; left > 0 || !notifies(program.at(at)); ++at)
    left -= notifies(program.at(at));
  return {{Injection::Kind::drop, rank, lane, ordinal, {}},
          fmt::format("{} skipped action {} ({})", lane_name(rank, lane), at, name_of(program.at(at)))};
}

Fault delay(const Schedule& schedule, Rank rank, int lane, std::int64_t action,
            std::chrono::nanoseconds time) {
  const Action& late = program_of(schedule, rank, lane).at(static_cast<std::size_t>(action));
  return {{Injection::Kind::delay, rank, lane, action, time},
          fmt::format("{} was still at action {} ({})", lane_name(rank, lane), action, name_of(late))};
}

Victim::Victim(const VerifiedSchedule& schedule)
    : schedule_(schedule), memory_(*schedule), stream_(schedule->problem.ranks()) {}

LaunchOptions Victim::with(const Fault& fault) const {
  LaunchOptions options;
  options.injections = {fault.injection};
  return options;
}

bool Victim::suffers(const Fault& fault) {
  memory_.fill({1, ++launch_});
  const RunReport report = stream_.interleave(schedule_, memory_.buffers(), 1, with(fault));
  if (!report.hang) return check_data(), false;
  check_report(*report.hang, fault);
  return true;
}

bool Victim::suffers_on_threads(Fault fault) {
  constexpr std::chrono::milliseconds kFirst(10), kLast(10'000);
  LaunchOptions options = with(fault);
  for (options.timeout = kFirst;; options.timeout *= 10) {
    options.injections.front().time = 3 * options.timeout;  // of a delay
    memory_.fill({1, ++launch_});
    const RunReport report = stream_.launch(schedule_, memory_.buffers(), options);
    if (!report.hang) return check_data(), false;
    if (report.hang->cause != fault.cause && options.timeout < kLast) continue;
    check_report(*report.hang, fault);
    return true;
  }
}

/// Who misses something cannot end the first launch, so nobody ends the second.
void Victim::stops(const Fault& fault) {
  host::SoakOptions options{with(fault)};
  options.timeout = std::chrono::milliseconds(10);
  options.launches = 20;
  std::atomic<std::int64_t> ends = 0;
  options.after = [&](Rank, std::int64_t) { ++ends; };
  const host::Work work{schedule_, memory_.buffers()};
  REQUIRE(stream_.soak({&work, 1}, options).hang);
  CHECK(ends < schedule_->problem.ranks());
}

void Victim::works() {
  memory_.fill({1, ++launch_});
  const RunReport report = launch_ % 2 == 0 ? stream_.launch(schedule_, memory_.buffers())
                                            : stream_.interleave(schedule_, memory_.buffers(),
                                                                 static_cast<std::uint64_t>(launch_));
  REQUIRE_FALSE(report.hang);
  check_data();
}

void Victim::check_data() { REQUIRE(memory_.check(host::tolerance_of(*schedule_)).first == ""); }

/// Each waiter waits for the next one's rank, and the last for the culprit.
void Victim::check_report(const HangReport& hang, const Fault& fault) const {
  REQUIRE(hang.culprit);
  CHECK(hang.culprit == fault.injection.rank);
  CHECK(hang.cause == fault.cause);
  REQUIRE_FALSE(hang.chain.empty());
  CHECK(hang.first.rank == hang.chain.front().rank);
  CHECK(hang.chain.back().producer == *hang.culprit);
  for (std::size_t i = 0; i + 1 < hang.chain.size(); ++i)
    CHECK(hang.chain[i].producer == hang.chain[i + 1].rank);
  for (const HangReport::Waiter& waiter : hang.chain) check_waiter(waiter);
}

void Victim::check_waiter(const HangReport::Waiter& waiter) const {
  const Program& program = program_of(*schedule_, waiter.rank, waiter.lane);
  const Action& action = program.at(static_cast<std::size_t>(waiter.action));
  INFO("rank " << waiter.rank.value << " lane " << waiter.lane << " action " << waiter.action << ": "
               << waiter.signal << " >= " << waiter.expected);
  CHECK(waits_so(*schedule_, action, waiter));
  CHECK(waiter.seen < waiter.expected);
}

}  // namespace purlin::testing
